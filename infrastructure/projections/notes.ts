import { columnOf, given, isOf, selected, type Field, type Place } from './place.ts'

/** Every state a row has had, one below the other: no row is looked for when one is written. */
export interface Notes extends Place {
  readonly create: string
  /** The last states go into the table; the notes end. */
  readonly settle: string
}

export const notesOf = (relation: string, fields: readonly Field[]): Notes => {
  const notes = `read.${relation}_notes`
  const all = ['key', ...fields.map(({ field }) => columnOf(field))].join(', ')
  const columns = fields.map(({ field, sql }) => `, ${columnOf(field)} ${sql}`).join('')
  const last = (which = '') =>
    `(select distinct on (key) * from ${notes} ${which} order by key, _nth desc) as last where not _gone`
  return {
    fields,
    create: `create table ${notes} (_nth bigint generated always as identity, _gone boolean not null, key text not null${columns})`,
    prepare: `create index on ${notes} (key)`,
    load: `select ${selected(fields)} from ${last('where key = any($1)')}`,
    loadOf: (owners) => `select ${selected(fields)} from ${last()} and (${isOf(owners)})`,
    write: (first, condition) => `gone as (insert into ${notes} (key, _gone)
          select key, true from unnest($${first}::text[]) as g (key) where ${condition}),
        kept as (insert into ${notes} (${all}, _gone) select *, false from ${given(fields, first + 1)} where ${condition})`,
    settle: `alter table read.${relation} drop constraint ${relation}_pkey;
      insert into read.${relation} (${all}) select ${all} from ${notes}
        where _nth in (select max(_nth) from ${notes} group by key) and not _gone;
      alter table read.${relation} add primary key (key);
      drop table ${notes}`,
  }
}
