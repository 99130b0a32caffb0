/** Errors without a code, as drivers and deadlines report a database that does not answer. */
export const unanswered: Readonly<Record<string, string>> = {
  'unanswered-connection': 'timeout expired',
  'no-free-connection': 'timeout exceeded when trying to connect',
  'unanswered-query': 'Query read timeout',
  'unanswered-statement': 'the database does not respond',
  'unanswered-append': 'the database did not respond in time',
}

/** What a database that is out of order says, and the route that fails with it. */
export const outages: readonly (readonly [string, string])[] = [
  ['a name server without an answer', 'code-EAI_AGAIN'],
  ['a host name that is gone', 'code-ENOTFOUND'],
  ['a host without a route', 'code-EHOSTUNREACH'],
  ['a network without a route', 'code-ENETUNREACH'],
  ['a statement that was given up', 'code-57014'],
  ['a lock that was not available', 'code-55P03'],
  ['a deadlock', 'code-40P01'],
  ['a full disk', 'code-53100'],
  ['a disk error', 'code-58030'],
  ['a transaction that was idle for too long', 'code-25P03'],
  ['a server that has become a read-only copy', 'code-25006'],
  ['a password that is no longer accepted', 'code-28P01'],
  ['a database that has been renamed', 'code-3D000'],
  ['a database that accepts no connections', 'code-55000'],
  ['a session that was idle for too long', 'code-57P05'],
  ['a server that does not accept a connection in time', 'unanswered-connection'],
  ['no free connection', 'no-free-connection'],
  ['a connection without an answer', 'unanswered-query'],
  ['a statement without an answer', 'unanswered-statement'],
  ['an append without an answer', 'unanswered-append'],
]
