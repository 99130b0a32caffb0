import { columnOf, given, isOf, selected, type Field, type Place, type Writable } from './place.ts'

/** Every state a row has had, one below the other: no row is looked for when one is written. */
export interface Notes extends Place {
  /** The notes begin; the table has no key until they end. */
  readonly create: string
  /** The table itself, for rows that are all there are. */
  readonly table: Writable
  /** The last states go into the table, its key is made, the notes end. */
  readonly settle: string
}

export const notesOf = (relation: string, fields: readonly Field[]): Notes => {
  const [table, notes] = [`read.${relation}`, `read.${relation}_notes`]
  const all = ['key', ...fields.map(({ field }) => columnOf(field))].join(', ')
  const columns = fields.map(({ field, sql }) => `, ${columnOf(field)} ${sql}`).join('')
  const last = (which = '') =>
    `(select distinct on (key) * from ${notes} ${which} order by key, _nth desc) as last where not _gone`
  return {
    fields,
    create: `create table ${notes}
        (_nth bigint generated always as identity, _gone boolean not null, key text not null${columns});
      alter table ${table} drop constraint ${relation}_pkey`,
    table: {
      fields,
      write: (first, condition) => `gone as (select $${first}::text[]),
        kept as (insert into ${table} (${all}) select * from ${given(fields, first + 1)} where ${condition})`,
    },
    prepare: `create index on ${notes} (key)`,
    load: `select ${selected(fields)} from ${last('where key = any($1)')}`,
    loadOf: (owners) => `select ${selected(fields)} from ${last()} and (${isOf(owners)})`,
    write: (first, condition) => `gone as (insert into ${notes} (key, _gone)
          select key, true from unnest($${first}::text[]) as g (key) where ${condition}),
        kept as (insert into ${notes} (${all}, _gone) select *, false from ${given(fields, first + 1)} where ${condition})`,
    settle: `insert into ${table} (${all}) select ${all} from ${notes}
        where _nth in (select max(_nth) from ${notes} group by key) and not _gone;
      alter table ${table} add primary key (key);
      drop table ${notes}`,
  }
}
