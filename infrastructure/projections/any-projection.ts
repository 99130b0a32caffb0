import type { AnyEvent, EventFamily } from '../../domain/kernel/event.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import type { Column, Projection } from '../../projections/projection.ts'

export type Row = Readonly<Record<string, unknown>>

/** Some projection, whatever its rows and events. */
export interface AnyProjection {
  readonly name: string
  readonly version: number
  readonly columns: Readonly<Record<string, Column>>
  readonly goesWith?: string
  readonly indexes: readonly string[]
  readonly events: EventFamily<AnyEvent>
  readonly keys: (recorded: Recorded<never>) => readonly string[]
  readonly evolve: (row: never, recorded: Recorded<never>, key: string) => object | null
}

/** Its fold, for events of its own family and rows of its own making. */
export type Fold = Pick<Projection<Row>, 'keys' | 'evolve'>
export const foldOf = (projection: AnyProjection): Fold => projection as unknown as Fold
