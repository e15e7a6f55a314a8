// The door to SQLite: what its macros, variadic functions and pointers into texts keep from Swift, and two functions of SQL.
#pragma once

#include <errno.h>
#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

// Text in double quotes is a name and never a string, as the SQL standard has it: a misspelt column is an error.
static inline int csqlite_refuse_quoted_strings(sqlite3 *connection) {
    int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
    return code == SQLITE_OK ? sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0) : code;
}

// Compiles the first statement of a text; `has_more` says whether the text has more than that one.
static inline int csqlite_prepare(sqlite3 *connection, const char *sql, sqlite3_stmt **statement, int *has_more) {
    const char *rest = 0;
    int code = sqlite3_prepare_v3(connection, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, &rest);
    *has_more = rest && rest[strspn(rest, " \t\r\n;")] != 0;
    return code;
}

static inline int csqlite_is_limit(int number) { return number == EFBIG || number == EDQUOT; }

// Whether the last failed operation on the database file or on its journal failed because of a quota or a limit of sizes.
// SQLite reports those as errors of input and output, and ENOSPC alone as full. sqlite3_system_errno is 0 then: the error is
// one of the write-ahead log, and the connection does not keep it (measured with 3.40).
static inline int csqlite_is_at_limit(sqlite3 *connection) {
    int number = 0;
    sqlite3_file *journal = 0;
    sqlite3_file_control(connection, "main", SQLITE_FCNTL_LAST_ERRNO, &number);
    if (csqlite_is_limit(number)) return 1;
    int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &journal);
    if (code != SQLITE_OK || !journal || !journal->pMethods) return 0;
    number = 0;
    journal->pMethods->xFileControl(journal, SQLITE_FCNTL_LAST_ERRNO, &number);
    return csqlite_is_limit(number);
}

// SQLite copies the bytes. Without a pointer it would bind null, and empty values of Swift may have none.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, bytes ? (const char *)bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int csqlite_bind_bytes(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

// The sum of rows, as two functions of SQL:
//
//     sum_rows(a, b)           the sum of a query's rows, as an aggregate; 0 without rows
//     sum_with(total, a, b)    a sum with one row more, or with one less that was in it
//
// A row has a number of 64 bits, and the sum is the exclusive or of them, so it does not depend on the order of rows. Each step
// of the number is a bijection for equal bytes behind it, so two rows that differ in one byte never have the same number.
static inline uint64_t csqlite_number_of_byte(uint64_t number, unsigned char byte) {
    return (number ^ byte) * 0x100000001b3u;
}

static inline uint64_t csqlite_number_of_word(uint64_t number, uint64_t word) {
    for (int shift = 0; shift < 64; shift += 8) number = csqlite_number_of_byte(number, (unsigned char)(word >> shift));
    return number;
}

static inline uint64_t csqlite_number_of_row(int count, sqlite3_value **values) {
    uint64_t number = 0xcbf29ce484222325u;
    for (int index = 0; index < count; index++) {
        int type = sqlite3_value_type(values[index]);
        number = csqlite_number_of_byte(number, (unsigned char)type);
        if (type == SQLITE_INTEGER) {
            number = csqlite_number_of_word(number, (uint64_t)sqlite3_value_int64(values[index]));
        } else if (type == SQLITE_FLOAT) {
            double real = sqlite3_value_double(values[index]);
            uint64_t word = 0;
            memcpy(&word, &real, sizeof word);
            number = csqlite_number_of_word(number, word);
        } else if (type != SQLITE_NULL) {
            const unsigned char *bytes = (const unsigned char *)sqlite3_value_blob(values[index]);
            int length = sqlite3_value_bytes(values[index]);
            number = csqlite_number_of_word(number, (uint64_t)length);
            for (int at = 0; at < length; at++) number = csqlite_number_of_byte(number, bytes[at]);
        }
    }
    // Spreads the bits, so that two rows that differ alike do not cancel each other.
    number = (number ^ number >> 33) * 0xff51afd7ed558ccdu;
    number = (number ^ number >> 33) * 0xc4ceb9fe1a85ec53u;
    return number ^ number >> 33;
}

static inline void csqlite_sum_with(sqlite3_context *context, int count, sqlite3_value **values) {
    uint64_t total = (uint64_t)sqlite3_value_int64(values[0]);
    sqlite3_result_int64(context, (sqlite3_int64)(total ^ csqlite_number_of_row(count - 1, values + 1)));
}

static inline void csqlite_sum_rows_step(sqlite3_context *context, int count, sqlite3_value **values) {
    uint64_t *total = (uint64_t *)sqlite3_aggregate_context(context, sizeof *total);
    if (!total) return sqlite3_result_error_nomem(context);
    *total ^= csqlite_number_of_row(count, values);
}

static inline void csqlite_sum_rows_final(sqlite3_context *context) {
    const uint64_t *total = (const uint64_t *)sqlite3_aggregate_context(context, 0);
    sqlite3_result_int64(context, total ? (sqlite3_int64)*total : 0);
}

// Adds the two functions to a connection; triggers may call them.
static inline int csqlite_add_row_sums(sqlite3 *connection) {
    int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    int code = sqlite3_create_function_v2(connection, "sum_with", -1, flags, 0, csqlite_sum_with, 0, 0, 0);
    if (code != SQLITE_OK) return code;
    return sqlite3_create_function_v2(
        connection, "sum_rows", -1, flags, 0, 0, csqlite_sum_rows_step, csqlite_sum_rows_final, 0);
}
