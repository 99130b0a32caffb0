import { createHash } from 'node:crypto'
import type { AnyProjection } from './any-projection.ts'
import { kept, type Kept } from './columns.ts'

export interface Field extends Kept {
  /** Its name in the row. */
  readonly field: string
}

/** One table of a projection, `read.<relation>`, in the statements that make and keep it. */
export interface Table {
  readonly relation: string
  readonly fields: readonly Field[]
  /** What it is made of; two tables of one shape can hold the same rows. */
  readonly shape: string
  readonly create: string
  readonly index: string
  /** Points `read.<projection>` at this table. */
  readonly show: string
  /** Keys and columns of the rows named in $1, as text. */
  readonly load: string
  /** The same of the rows in which a field named here says that they are somebody's of $1. */
  readonly loadOf: (owners: readonly string[]) => string
  /**
   * Two parts of a `with`: from parameter `first` on stand the keys that go, the keys that stay and one array a column.
   */
  readonly write: (first: number, condition: string) => string
}

export const tableOf = (projection: AnyProjection, relation = `${projection.name}_v${projection.version}`): Table => {
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(projection.name)) throw new Error(`no name for a table: ${projection.name}`)
  const fields = Object.entries(projection.columns).map(([field, { type }]): Field => ({ field, ...kept[type] }))
  const names = fields.map(({ field }) => `"${snake(field)}"`)
  const table = `read.${relation}`
  const body = fields.map(({ sql }, n) => `, ${names[n]} ${sql}`).join('')
  const all = ['key', ...names].join(', ')
  const selected = fields.map(({ select }, n) => `, ${select(names[n] ?? '')}`).join('')
  const change = names.map((name) => `${name} = excluded.${name}`).join(', ')

  return {
    relation,
    fields,
    shape: `key text primary key${body} | ${projection.indexes.join(' | ')}`,
    create: `create table ${table} (key text primary key${body}) with (fillfactor = 80)`,
    index: projection.indexes.map((index) => `create index on ${table} ${indexed(index)}`).join('; '),
    show: `drop view if exists read.${projection.name}; create view read.${projection.name} as select ${all} from ${table}`,
    load: `select key${selected} from ${table} where key = any($1)`,
    loadOf: (owners) =>
      `select key${selected} from ${table} where ${owners.map((owner) => `"${snake(owner)}" = any($1)`).join(' or ')}`,
    write: (first, condition) => {
      const arrays = ['text', ...fields.map(({ sql }) => sql)].map((sql, n) => `$${first + 1 + n}::${sql}[]`)
      return `gone as (delete from ${table} where key = any($${first}::text[]) and ${condition}),
        kept as (insert into ${table} (${all}) select * from unnest(${arrays.join(', ')}) where ${condition}
          on conflict (key) do ${change === '' ? 'nothing' : `update set ${change}`})`
    },
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

const snake = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
