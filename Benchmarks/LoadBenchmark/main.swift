// The cost of loading a table, from its text to a checked ruleset: time, memory that stays, and peak memory.
//
//     swift run -c release LoadBenchmark [--check] [WORD…]
//
// For three of the tables, comparing each route with each would take minutes: their reference is a plain table with as many
// routes.
//
// With words, only the lines that contain one of them. The reference is filling a Dictionary<String, Int> with as many
// keys, measured beside each run. The limits are ratios to it, at about twice the measured values (only a slower program
// should fail, not a noisy machine), and bytes per route, at half as much again; `--check` exits with 1 beyond them. The
// peak is that of the process, whose tables grow from line to line. A ruleset keeps the texts of its files for
// `Monitor.Table`: some 70 bytes of each plain route.

import Glibc

var report = Report(arguments: CommandLine.arguments)

report.load(.plain(10_000), limit: 16, byteLimit: 300)
report.load(.plain(100_000), limit: 11, byteLimit: 310)
report.load(.features(100_000), limit: 18, byteLimit: 480)
report.load(.chain(3_000), beside: .plain(3_000), limit: 150, byteLimit: 5_300)
report.load(.queryValues(10_000), beside: .plain(10_000), limit: 20, byteLimit: 1_400)
report.load(.products(100_000), beside: .plain(100_000), limit: 6, byteLimit: 460)
report.load(.plain(1_000_000), limit: 8.5, byteLimit: 310)
report.load(.features(1_000_000), limit: 11, byteLimit: 430)
exit(report.finish())
