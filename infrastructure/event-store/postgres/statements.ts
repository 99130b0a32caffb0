import { columns } from './copy-rows.ts'

/** Every statement the adapter sends; each is prepared once a connection under its name. */
const statement = (name: string, text: string) => ({ name: `log.${name}`, text })

/** Joins texts: neither JSON nor anything else an append may hold has it (RFC 7464). */
export const separator = '\u001e'

/** A page leaves as one row of columns: what a row costs, here and there, is paid once. */
const page = (places: string, rows: string) =>
  `select ${places}::text, array_agg(e.stream_no)::text, array_agg(e.version)::text, array_agg(e.type_no)::text,
     string_agg(e.id::text, '","'), string_agg(e.data, E'\\x1e'), string_agg(e.meta, E'\\x1e'),
     json_agg(e.name) filter (where e.version = 1)
   from (${rows}) e`

export const append = statement(
  'append',
  `select log.append(
    $1::bigint[], $2::text[], $3::integer[], $4::smallint[], $5::uuid[], $6::text[], $7::text[], $8::boolean[],
    $9::bigint[], $10::integer[])`,
)

/** Not prepared: whoever copies in does so rarely, and much. */
export const copy = (base: number, held: ReadonlyMap<number, number>, end: number): string =>
  `select log.enter(${base}, ${integers(held.keys())}, ${integers(held.values())});
   copy log.events (${columns}) from stdin;
   select pg_notify('log_grew', '${end}')`

const integers = (values: Iterable<number>): string => {
  const all = [...values]
  return all.length === 0 ? 'null' : `'{${all.join()}}'`
}

export const appendOne = statement('append-one', `select log.append_one($1, $2, $3, $4, $5, $6, $7, $8)`)

/** The first event of stream `a.name`, looked up by itself: joined, all of them might be read for want of better knowledge. */
const first = '(select * from log.events e where e.name = a.name limit 1)'

/** A page of each stream named, in the order they are named: the event that brings its name, and those after it. */
export const readStreams = statement(
  'read-streams',
  `select p.* from unnest($1::text[], $2::bigint[]) with ordinality as a (name, first, nth)
   left join lateral ${first} s on true
   cross join lateral (
    ${page(
      'array_agg(e.position)',
      `select s.* where s.version >= a.first
       union all
       (select * from log.events e where e.version > 1 and e.stream_no = s.position and e.version >= a.first
        order by e.version limit $3)
       order by version limit $3`,
    )}
  ) p order by a.nth`,
)

/** The log has no gaps: of its places the first and the last say all. */
export const readAll = statement(
  'read-all',
  page(
    'array_remove(array[min(e.position), max(e.position)], null)',
    'select * from log.events e where e.position > $1 order by e.position limit $2',
  ),
)

/** Of so many events after a place the first that does not stand right behind the one before it, and that one. */
export const hole = statement(
  'hole',
  `select before, position from (
     select position, lag(position, 1, $1::bigint) over (order by position) as before
     from (select position from log.events where position > $1::bigint order by position limit $2) p
   ) q where position > before + 1 order by position limit 1`,
)

export const names = statement('names', `select position, name from log.events where position = any($1::bigint[])`)

export const head = statement('head', `select position from log.events order by position desc limit 1`)

/** For each append in doubt: its stream's number and version, the version before it if it was made, what lies there now. */
export const judge = statement(
  'judge',
  `select s.position, coalesce(h.version, s.version, 0), b.before, places.ids, places.position
   from unnest($1::text[], $2::integer[], $3::integer[], $4::uuid[]) with ordinality
        as a (name, expected, size, first_id, nth)
   left join lateral ${first} s on true
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
                           and e.version > b.before and e.version <= b.before + a.size) e) as places (ids, position)
   order by a.nth`,
)

export const addTypes = statement(
  'add-types',
  `insert into log.types (name) select name from unnest($1::text[]) as n (name)
   where not exists (select from log.types t where t.name = n.name) on conflict do nothing`,
)

export const types = statement('types', `select type_no, name from log.types`)

/** `log.append` says there how long the log has become. */
export const listen = statement('listen', 'listen log_grew')
