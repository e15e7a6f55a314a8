# Turns what `deeplinkctl --experimental-dump-help` prints into the parts of a man page in mdoc(7).
#
#     jq --raw-output --arg part commands --from-file mdoc.jq < dump.json
#
# part is description or commands. For the part entries it turns the lines of
# `deeplinkctl help language --format json` into lists. mandoc wants a new line for each sentence and lines of at most 80
# bytes, so texts are cut into sentences, and those are wrapped.

# A text in which no character has a meaning for roff. Words in backquotes are bold, and a hyphen before an option is one
# that can be copied.
def escaped:
    gsub("\\\\"; "\\e")
    | gsub("(?<before>^|[\\s`(\"\\[])(?<hyphens>--?)(?=[a-zA-Z-])"; "\(.before)\(.hyphens | gsub("-"; "\\-"))")
    | gsub("`(?<code>[^`]*)`"; "\\fB\(.code)\\fR")
    | gsub("'"; "\\(aq") | gsub("\\^"; "\\(ha") | gsub("~"; "\\(ti");

# One argument of a macro. A word of two or three letters can be the name of a macro, as No is.
def argument: escaped | gsub("\""; "\\(dq") | if test("^[A-Z][a-z]{1,2}$|^[][|,.:;()?!-]") then "\\&" + . else . end
    | if test("[,.:;?!]$") then . + "\\&" else . end;

# Lines of at most 78 bytes; one that begins like a request is marked as text.
def wrapped:
    reduce (split(" ")[] | select(. != "")) as $word ([];
        if length > 0 and (.[-1] + $word | utf8bytelength) < 78 then .[-1] += " " + $word else . + [$word] end)
    | map(if test("^[.']") then "\\&" + . else . end) | .[];

def sentences: gsub("(?<end>[a-z0-9`)\"][.?!][\")]?) +(?=[^a-z ])"; "\(.end)\u0000") | split("\u0000")[];

# A text of paragraphs.
def paragraphs:
    [split("\n\n")[] | gsub("\n"; " ") | select(test("\\S")) | [sentences | escaped | wrapped]]
    | reduce .[] as $lines ([]; if length > 0 then . + [".Pp"] else . end + $lines) | .[];

def visible: map(select(.shouldDisplay and .valueName != "help" and .valueName != "version"));

# The value of an option or argument, as in KIND NAME VALUE.
def value: .valueName | split(" ") | map(argument) | join(" ");
def repeats: if .isRepeating then " ..." else "" end;

# The names of an option, as in: Fl f , Fl -file
def names: [.names[] | if .kind == "short" then "Fl " + .name else "Fl -" + .name end] | join(" , ");
def preferred: if .names[0].kind == "short" then "Fl " + .names[0].name else "Fl -" + .names[0].name end;

# The words of a command, one per line.
def usage:
    (.arguments // [] | visible)[]
    | if .kind == "positional" then (if .isOptional then ".Op Ar " else ".Ar " end) + value + repeats
      elif .kind == "flag" then ".Op " + preferred
      elif .isOptional then ".Op " + preferred + " Ar " + value + repeats
      else "." + preferred + " Ar " + value + repeats end;

def described:
    [.abstract // "", .discussion // ""] | join("\n\n") | paragraphs;

def choices:
    (if .allValues and .kind != "flag" then ["One of " + (.allValues | join(", ")) + "."] else [] end)
    + (if .defaultValue then ["Default: \(.defaultValue)."] else [] end)
    | .[] | escaped | wrapped;

def list:
    (.arguments // [] | visible) as $arguments
    | if $arguments | length > 0 then
        ".Bl -tag -width Ds",
        ($arguments[]
            | ".It " + (if .kind == "positional" then "Ar " + value + repeats
                elif .kind == "flag" then names else names + " Ar " + value end),
            described, choices),
        ".El"
      else empty end;

# The commands with their own words: those that only hold others are left out.
def commands(before):
    (.subcommands // [])[] | select(.shouldDisplay and .commandName != "help")
    | (before + .commandName) as $name
    | if (.subcommands // []) | map(select(.shouldDisplay and .commandName != "help")) | length > 0 then commands($name + " ")
      else
        ".Ss \($name)", ".Nm", ".Cm \($name)", usage, ".Pp", described, list
      end;

# The entries of a topic, under the headings of its parts: forms, text, and what counts without the line.
def entries:
    [., inputs]
    | reduce .[] as $entry ([]; if length > 0 and .[-1][0].group == $entry.group
        then .[-1] += [$entry] else . + [[$entry]] end)
    | .[]
    | ".Ss \(.[0].group | gsub("`"; "") | if startswith("In ") then "\\&" + . else . end)", ".Bl -tag -width Ds",
      (.[]
        | (if .forms | length > 0 then .forms else [.title] end
            | map(".It Ic " + (split(" ") | map(argument) | join(" ")))[]),
          (.text | paragraphs),
          (if .default then "Default: \(.default)" | paragraphs else empty end),
          (if .limits then .limits | paragraphs else empty end)),
      ".El";

if $part == "entries" then entries else .command
| if $part == "description" then [.discussion // ""] | .[0] | paragraphs
  elif $part == "commands" then commands("")
  else error("no such part: \($part)") end end
