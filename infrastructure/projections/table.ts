import { createHash } from 'node:crypto'
import type { AnyProjection } from './any-projection.ts'
import { kept } from './columns.ts'
import { notesOf, type Notes } from './notes.ts'
import { columnOf, given, isOf, selected, type Field, type Place } from './place.ts'

/** One table of a projection, `read.<relation>`, in the statements that make and keep it. */
export interface Table extends Place {
  readonly relation: string
  /** What it is made of; two tables of one shape can hold the same rows. */
  readonly shape: string
  readonly create: string
  readonly index: string
  /** Points `read.<projection>` at this table. */
  readonly show: string
  readonly drop: string
  /** Where its rows stand until it is filled. */
  readonly notes: Notes
}

export const tableOf = (projection: AnyProjection, relation = `${projection.name}_v${projection.version}`): Table => {
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(projection.name)) throw new Error(`no name for a table: ${projection.name}`)
  const fields = Object.entries(projection.columns).map(([field, { type }]): Field => ({ field, ...kept[type] }))
  const names = fields.map(({ field }) => columnOf(field))
  const table = `read.${relation}`
  const body = fields.map(({ sql }, n) => `, ${names[n]} ${sql}`).join('')
  const all = ['key', ...names].join(', ')
  const change = names.map((name) => `${name} = excluded.${name}`).join(', ')

  return {
    relation,
    fields,
    shape: `key text primary key${body} | ${projection.indexes.join(' | ')}`,
    create: `create table ${table} (key text primary key${body}) with (fillfactor = 80)`,
    index: projection.indexes.map((index) => `create index on ${table} ${indexed(index)}`).join('; '),
    show: `drop view if exists read.${projection.name}; create view read.${projection.name} as select ${all} from ${table}`,
    drop: `drop table if exists ${table}, ${table}_notes`,
    prepare: '',
    load: `select ${selected(fields)} from ${table} where key = any($1)`,
    loadOf: (owners) => `select ${selected(fields)} from ${table} where ${isOf(owners)}`,
    write: (first, condition) => `gone as (delete from ${table} where key = any($${first}::text[]) and ${condition}),
        kept as (insert into ${table} (${all}) select * from ${given(fields, first + 1)} where ${condition}
          on conflict (key) do ${change === '' ? 'nothing' : `update set ${change}`})`,
    notes: notesOf(relation, fields),
  }
}

/** `a, b desc where c is null` → `(a, b desc) where c is null`; `using …` stays as it is. */
const indexed = (index: string): string => {
  if (index.startsWith('using ')) return index
  const [columns, only] = index.split(' where ')
  return only === undefined ? `(${columns})` : `(${columns}) where ${only}`
}

/** A name for a prepared statement: the same text, the same name. */
export const statementName = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 40)
