import { EventStoreDBClient } from '@eventstore/db-client'
import streamsService, { type StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { CallOptions, Channel, Metadata } from '@grpc/grpc-js'
import { isRpcError } from './retry.ts'

interface CallSettings {
  readonly requiresLeader?: boolean
}
type ServiceClient = new (...args: never[]) => StreamsClient

/** The client's own plumbing (channels, discovery, the way to a new leader), protected in its types; version pinned. */
interface ClientInternals {
  readonly GRPCStreamCreator: <S>(
    service: ServiceClient,
    name: string,
    open: (c: StreamsClient) => S,
  ) => () => Promise<S>
  readonly execute: <A>(service: ServiceClient, name: string, call: (c: StreamsClient) => Promise<A>) => Promise<A>
  readonly callArguments: (settings: CallSettings, options?: CallOptions) => [Metadata, CallOptions]
  readonly createDeadline: () => Date
  readonly supports: (method: typeof streamsService.StreamsService.batchAppend) => Promise<boolean>
  readonly getChannel: () => Promise<Channel>
  readonly dispose: () => Promise<void>
}

export interface Connection {
  /** Opens a call that streams; losing it makes the client look for a node again. */
  readonly stream: <S>(
    name: string,
    settings: CallSettings,
    call: (client: StreamsClient, metadata: Metadata, options: CallOptions) => S,
  ) => Promise<S>
  /** Makes a call that answers once, within the client's deadline. */
  readonly unary: <A>(
    name: string,
    settings: CallSettings,
    call: (client: StreamsClient, metadata: Metadata, options: CallOptions) => Promise<A>,
  ) => Promise<A>
  /** Whether the node understands `BatchAppend`. */
  readonly supportsBatchAppend: () => Promise<boolean>
  /** How long a server may keep us waiting, in milliseconds: `defaultDeadline` of the connection string. */
  readonly deadlineMs: () => number
  readonly close: () => Promise<void>
}

const maxTimerMs = 2 ** 31 - 1

/**
 * One client at a time. A failed discovery leaves a client that fails for ever with the answer it remembers, so a client
 * that fails without an answer from a server is replaced before the next call.
 */
export const connect = (connectionString: string): Connection => {
  const make = () => EventStoreDBClient.connectionString(connectionString) as unknown as ClientInternals
  let current = make()
  let channel: Channel | null = null

  const deadline = () => Math.min(current.createDeadline().getTime() - Date.now(), maxTimerMs)
  const replace = (broken: ClientInternals) => {
    if (broken !== current) return
    current = make()
    broken.dispose().catch(() => undefined)
    channel?.close()
    channel = null
  }
  const using = async <A>(call: (plumbing: ClientInternals) => Promise<A>, isBroken = isClientFailure): Promise<A> => {
    const mine = current
    try {
      // In a cluster of silent hosts the client would search for minutes.
      channel = await withTimeout(deadline(), mine.getChannel())
      return await call(mine)
    } catch (error) {
      if (isBroken(error)) replace(mine)
      throw error
    }
  }
  // A refused look at the server's features is remembered by the client, whatever the reason.
  const batches = () =>
    using(
      (plumbing) => withTimeout(deadline(), plumbing.supports(streamsService.StreamsService.batchAppend)),
      () => true,
    )
  // Many appends at once on a channel that was never used have hung in the past: warm it.
  batches().catch(() => undefined)

  return {
    supportsBatchAppend: batches,
    deadlineMs: deadline,
    stream: (name, settings, call) =>
      using((plumbing) =>
        plumbing.GRPCStreamCreator(streamsService.StreamsClient, name, (client) =>
          call(client, ...plumbing.callArguments(settings, { deadline: Infinity })),
        )(),
      ),
    unary: (name, settings, call) =>
      using((plumbing) =>
        plumbing.execute(streamsService.StreamsClient, name, (client) =>
          call(client, ...plumbing.callArguments(settings)),
        ),
      ),
    close: async () => {
      await current.dispose()
      channel?.close()
    },
  }
}

const isClientFailure = (error: unknown) => !isRpcError(error)

const withTimeout = async <A>(ms: number, work: Promise<A>): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no node answered within ${ms} ms`)), ms).unref()
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
