import type { ClientBase, CustomTypesConfig, Pool, QueryArrayConfig } from 'pg'
import { withDeadline } from '../../deadline.ts'
import { copyColumns } from './row-encoding.ts'

export interface Statement {
  readonly name: string
  readonly text: string
}

/** A row in Postgres' text format. */
export type TextRow = readonly (string | null)[]
export type RunQuery = (statement: Statement, values: readonly unknown[]) => Promise<readonly TextRow[]>

const timeoutMessage = 'the database did not respond in time'

/** `pg`'s type parsers are global and could be changed elsewhere; these are private. */
const textTypes: CustomTypesConfig = { getTypeParser: () => (text: string) => text }

export const queryOn =
  (connection: Pool | ClientBase): RunQuery =>
  async (statement, values) =>
    (await connection.query<(string | null)[]>(queryConfig(statement, values))).rows

const queryConfig = (statement: Statement, values: readonly unknown[]): QueryArrayConfig => ({
  ...statement,
  values: [...values],
  rowMode: 'array',
  types: textTypes,
})

/** Also limits the wait for a free connection and for a lost response; 0 is no limit. */
export const withTimeout =
  <Args extends readonly unknown[], A>(run: (...args: Args) => Promise<A>, timeoutMs: number) =>
  (...args: Args): Promise<A> =>
    timeoutMs === 0 ? run(...args) : withDeadline(run(...args), timeoutMs, timeoutMessage)

/** Parses `{1,2,3}` with numbers or UUIDs; empty for null. */
export const parseArray = (text: string | null | undefined): readonly string[] =>
  text === null || text === undefined || text === '{}' ? [] : text.slice(1, -1).split(',')

/** All statements of this adapter; each is prepared once per connection under its name. */
const statement = (name: string, text: string) => ({ name: `log.${name}`, text })

/** Joins texts. It occurs neither in JSON nor in any text an append accepts (RFC 7464). */
export const separator = '\u001e'

/** Returns a page as a single row of columns, which costs both sides less than many rows. */
const pageOf = (positions: string, rows: string) =>
  `select ${positions}::text, array_agg(e.stream_no)::text, array_agg(e.version)::text, array_agg(e.type_no)::text,
     string_agg(e.id::text, '","'), string_agg(e.data, E'\\x1e'), string_agg(e.meta, E'\\x1e'),
     json_agg(e.name) filter (where e.version = 1)
   from (${rows}) e`

export const appendBatch = statement(
  'append',
  `select log.append(
    $1::bigint[], $2::text[], $3::integer[], $4::smallint[], $5::uuid[], $6::text[], $7::text[], $8::boolean[],
    $9::bigint[], $10::integer[])`,
)

/**
 * Not prepared, because copying is rare. COPY cannot write through a view, so a division by zero enforces the view's
 * condition.
 */
export const copyBatch = (base: number, required: ReadonlyMap<number, number>, end: number): string =>
  `select log.enter(${base}, ${integerArray(required.keys())}, ${integerArray(required.values())});
   copy log.events (${copyColumns}) from stdin
     where 1 / ((version = 1) = (stream_no = position) and (version = 1) = (name is not null))::integer = 1;
   select pg_notify('log_grew', '${end}')`

const integerArray = (values: Iterable<number>): string => {
  const all = [...values]
  return all.length === 0 ? 'null' : `'{${all.join()}}'`
}

/**
 * Takes the append lock and checks that the log ends with event `$2` at `$1`; if so, everything sent earlier is written
 * and the required versions exist. Notifies listeners of the new length.
 */
const lockedAtTail = (size: string) => `(select case
     when pg_advisory_xact_lock(7021807291) is null then false
     when ($1::bigint, $2::uuid) = (select e.position, e.id from log.events e order by e.position desc limit 1)
       then pg_notify('log_grew', ($1::bigint + ${size})::text) is not null
     else false end)`

/** Like `log.append`, but only directly after position `$1`; one plan without nested statements. */
export const insertBatchAt = statement(
  'insert-batch-at',
  `insert into log.entries (position, stream_no, id, version, type_no, name, meta, data, is_repeatable)
   select $1::bigint + e.nth, case when e.stream < 0 then $1::bigint - e.stream else e.stream end,
          e.id, e.version, e.type_no, e.name, e.meta, e.data, coalesce(e.repeatable, false)
     from (select generate_series(1, cardinality($3::bigint[])) as nth, unnest($3::bigint[]) as stream,
                  unnest($4::text[]) as name, unnest($5::integer[]) as version, unnest($6::smallint[]) as type_no,
                  unnest($7::uuid[]) as id, unnest($8::text[]) as meta, unnest($9::text[]) as data,
                  unnest($10::boolean[]) as repeatable) as e
    where ${lockedAtTail('cardinality($3::bigint[])')}`,
)

export const insertEventAt = statement(
  'insert-event-at',
  `insert into log.entries (position, stream_no, name, version, type_no, id, meta, data, is_repeatable)
   select $1::bigint + 1, case when $3::bigint < 0 then $1::bigint - $3::bigint else $3::bigint end,
          $4::text, $5::integer, $6::smallint, $7::uuid, $8::text, $9::text, false
    where ${lockedAtTail('1')}`,
)

/** The first event of stream `a.name`, as a lateral lookup: with a join the planner could scan the whole log. */
const firstEvent = '(select * from log.events e where e.name = a.name limit 1)'

/**
 * A page of each stream, in the order requested: its first event, which carries the name, and later ones. The subselects
 * hide how many streams there are, for which Postgres would plan anew each time.
 */
export const readStreams = statement(
  'read-streams',
  `select p.* from unnest((select $1::text[]), (select $2::bigint[])) with ordinality as a (name, first, nth)
   left join lateral ${firstEvent} s on true
   cross join lateral (
    ${pageOf(
      'array_agg(e.position)',
      `select s.* where s.version >= a.first
       union all
       (select * from log.events e where e.version > 1 and e.stream_no = s.position and e.version >= a.first
        order by e.version limit $3)
       order by version limit $3`,
    )}
  ) p order by a.nth`,
)

/** Events per result row. Even at the maximum size of an append their texts fit into one string. */
export const maxRowsPerPage = 500

/**
 * Events after a position, one row of columns per `maxRowsPerPage`. Without gaps, the first and last position are
 * sufficient.
 */
export const readAll = statement(
  'read-all',
  `select p.* from generate_series(0, $2::integer - 1, ${maxRowsPerPage}) as s (start) cross join lateral (
    ${pageOf(
      'array_remove(array[min(e.position), max(e.position)], null)',
      `select * from log.events e where e.position > $1::bigint + s.start
       order by e.position limit least(${maxRowsPerPage}, $2::integer - s.start)`,
    )}
  ) p order by s.start`,
)

/** Data and metadata of closed events. Looked up one by one: with a join the planner could scan all of them. */
export const readPayloads = statement(
  'payloads',
  `select array_agg(p.position)::text, string_agg(p.data, E'\\x1e'), string_agg(p.meta, E'\\x1e')
   from unnest($1::bigint[]) as closed (position)
   cross join lateral (select * from log.payloads p where p.position = closed.position limit 1) p`,
)

/** The same for events that follow each other. */
export const readPayloadRange = statement(
  'payload-range',
  `select array_agg(p.position)::text, string_agg(p.data, E'\\x1e'), string_agg(p.meta, E'\\x1e')
   from (select * from log.payloads where position >= $1::bigint and position <= $2::bigint order by position) p`,
)

/** The first of these positions in a closed range, and the range if it is detached. */
export const findClosed = statement(
  'closed',
  `select p.position, case when r.detached_at is not null then r.first end, r.last
   from unnest($1::bigint[]) as p (position) join log.ranges r on p.position between r.first and r.last
   order by p.position limit 1`,
)

/** The first event after a position that does not directly follow its predecessor, with that predecessor. */
export const findGap = statement(
  'find-gap',
  `select before, position from (
     select position, lag(position, 1, $1::bigint) over (order by position) as before
     from (select position from log.events where position > $1::bigint order by position limit $2) p
   ) q where position > before + 1 order by position limit 1`,
)

export const streamNames = statement(
  'names',
  `select position, name from log.events where position = any($1::bigint[])`,
)

export const idAt = statement('id-at', `select id from log.events where position = $1::bigint`)

export const lastPosition = statement('head', `select position from log.events order by position desc limit 1`)

/**
 * For each conflicting append: number and version of its stream, the version before it if it is a repetition, and what
 * is stored there now.
 */
export const findConflicts = statement(
  'find-conflicts',
  `select s.position, coalesce(h.version, s.version, 0), b.before, stored.ids, stored.position
   from unnest($1::text[], $2::integer[], $3::integer[], $4::uuid[]) with ordinality
        as a (name, expected, size, first_id, nth)
   left join lateral ${firstEvent} s on true
   left join lateral (select e.version from log.events e where e.version > 1 and e.stream_no = s.position
                      order by e.version desc limit 1) h on true
   left join lateral (select e.version from log.events e
                      where a.expected < 0 and e.is_repeatable and e.id = a.first_id and e.stream_no = s.position
                      limit 1) r on true
   cross join lateral (select case when a.expected < 0 then r.version - 1 else a.expected end) as b (before)
   cross join lateral (select array_agg(e.id order by e.version), max(e.position) from (
                         select s.id, s.version, s.position where s.version > b.before
                         union all
                         select e.id, e.version, e.position from log.events e
                         where e.version > 1 and e.stream_no = s.position
                           and e.version > b.before and e.version <= b.before + a.size) e) as stored (ids, position)
   order by a.nth`,
)

export const addEventTypes = statement(
  'add-types',
  `insert into log.types (name) select name from unnest($1::text[]) as n (name)
   where not exists (select from log.types t where t.name = n.name) on conflict do nothing`,
)

export const listEventTypes = statement('types', `select type_no, name from log.types`)

/** `log.append` announces the new length on this channel. */
export const growthChannel = 'log_grew'
