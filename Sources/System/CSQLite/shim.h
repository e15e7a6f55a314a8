// The door to SQLite: what its macros, variadic functions and pointers into texts keep from Swift.
#pragma once

#include <errno.h>
#include <sqlite3.h>
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
