#!/bin/sh
# Compares the server's links with its bare answers, which pass no dispatcher: requests per second, in turns, in one run.
#
#   swift build -c release && ./load.sh [ROUNDS]       needs wrk (apt install wrk)
set -eu
cd "$(dirname "$0")"
rounds=${1:-5}
port=${PORT:-18080}
.build/release/Server "$port" >/dev/null &
server=$!
trap 'kill $server' EXIT
sleep 1
script=$(mktemp)
cat >"$script" <<'LUA'
local way, users = "open", 1000
local n = 0
function init(args) way = args[1] end
function request()
  n = n % users + 1
  return wrk.format("GET", "/" .. way .. "/" .. n .. "/podcast://episodes/" .. n)
end
LUA
rate() {
    wrk -t 1 -c 32 -d 3s -s "$script" "http://127.0.0.1:$port" -- "$1" | sed -n 's/^Requests\/sec: *//p'
}
rate bare >/dev/null
rate open >/dev/null
for round in $(seq "$rounds"); do
    bare=$(rate bare)
    open=$(rate open)
    echo "$bare $open" | awk '{ printf "bare %.0f/s  links %.0f/s  ratio %.2f\n", $1, $2, $2 / $1 }'
done | tee "$script.out"
awk '{ print $NF }' "$script.out" | sort -n | awk '{ r[NR] = $1 } END { m = r[int((NR + 1) / 2)]; print "median ratio " m; exit m < 0.8 }'
