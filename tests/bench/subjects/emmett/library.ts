import { createRequire } from 'node:module'

/** The parts of emmett 0.42 the bench uses; it is installed in `peers/`, outside what the compiler sees. */
export interface EmmettEvent {
  readonly type: string
  readonly data: unknown
  readonly metadata?: unknown
}

export interface Consumer {
  readonly reactor: (options: {
    readonly processorId: string
    readonly startFrom?: 'BEGINNING' | 'END'
    readonly eachMessage: (event: EmmettEvent) => Promise<void>
  }) => unknown
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

export interface EmmettStore {
  readonly appendToStream: (
    stream: string,
    events: readonly EmmettEvent[],
    options: { readonly expectedStreamVersion: 'STREAM_DOES_NOT_EXIST' | 'NO_CONCURRENCY_CHECK' },
  ) => Promise<unknown>
  readonly consumer: () => Consumer
  readonly schema: { readonly migrate: () => Promise<unknown> }
  readonly close: () => Promise<void>
}

type Decide<S> = (state: S) => EmmettEvent
interface Emmett {
  readonly CommandHandler: <S>(options: {
    readonly evolve: (state: S, event: never) => S
    readonly initialState: () => S
  }) => (store: EmmettStore, id: string, decide: Decide<S>) => Promise<{ readonly nextExpectedStreamVersion: bigint }>
}

interface EmmettPostgres {
  readonly getPostgreSQLEventStore: (
    url: string,
    options: { readonly connectionOptions: { readonly pool: unknown } },
  ) => EmmettStore
  readonly pongoMultiStreamProjection: <S>(options: {
    readonly collectionName: string
    readonly canHandle: readonly string[]
    readonly getDocumentId: (event: never) => string
    readonly evolve: (doc: S | null, event: never) => S
  }) => unknown
  readonly rebuildPostgreSQLProjections: (options: {
    readonly connectionString: string
    readonly pulling: { readonly batchSize: number }
    readonly projections: readonly unknown[]
  }) => { readonly start: () => Promise<void>; readonly close: () => Promise<void> }
}

interface Postgres {
  readonly Pool: new (options: { readonly connectionString: string; readonly max: number }) => {
    readonly end: () => Promise<void>
    readonly on: (event: 'error', hear: () => void) => void
  }
}

const peers = createRequire(new URL('../../peers/package.json', import.meta.url))
export const emmett = peers('@event-driven-io/emmett') as Emmett
export const emmettPostgres = peers('@event-driven-io/emmett-postgresql') as EmmettPostgres
export const { Pool } = peers('pg') as Postgres
