import { EventStoreDBClient, isCommandError, type StreamingRead } from '@eventstore/db-client'
import streamsService, { type StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { type CallOptions, type Channel, type Metadata, status } from '@grpc/grpc-js'
import type { EventEmitter } from 'node:events'
import { withDeadline } from '../../deadline.ts'
import { isRpcError, isNodeUnusable, rpcError } from './retry.ts'

interface CallSettings {
  readonly requiresLeader?: boolean
}
type ServiceClient = new (...args: never[]) => StreamsClient

/** Protected members of the client, whose version is pinned; ADR 22 lists what the public API lacks. */
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
}

export interface Connection {
  /** Reads with the client's public API; fails if the server does not respond for `deadlineMs`. */
  readonly read: <E>(open: (client: EventStoreDBClient) => StreamingRead<E>) => Promise<readonly E[]>
  /** Opens a streaming call; if it is lost, the client discovers nodes again. */
  readonly stream: <S extends EventEmitter>(
    name: string,
    settings: CallSettings,
    call: (client: StreamsClient, metadata: Metadata, options: CallOptions) => S,
  ) => Promise<S>
  /** Makes a unary call with the client's default deadline. */
  readonly unary: <A>(
    name: string,
    settings: CallSettings,
    call: (client: StreamsClient, metadata: Metadata, options: CallOptions) => Promise<A>,
  ) => Promise<A>
  /** Discovers nodes again before the next call if the error says that the node of this call cannot be used. */
  readonly leaveUnusable: (error: unknown, call: EventEmitter) => void
  /** Whether the node implements `BatchAppend`. */
  readonly supportsBatchAppend: () => Promise<boolean>
  /** `defaultDeadline` of the connection string, in milliseconds. */
  readonly deadlineMs: () => number
  readonly close: () => Promise<void>
}

const maxTimerMs = 2 ** 31 - 1

/** Calls the server through one client at a time. */
export const connect = (connectionString: string): Connection => {
  const { deadline, answered, withClient, replace, close } = replaceableClient(connectionString)
  const clientOf = new WeakMap<EventEmitter, EventStoreDBClient>()
  const leaveUnusable = (error: unknown, call: EventEmitter) => {
    const client = clientOf.get(call)
    if (client && isNodeUnusable(error)) replace(client)
  }
  // The client caches a failed feature request, whatever the reason.
  const supportsBatchAppend = () =>
    withClient(
      (internals) => answered(internals.supports(streamsService.StreamsService.batchAppend)),
      () => true,
    )
  // Opens the channel ahead of time: many concurrent appends on an unused channel have hung.
  supportsBatchAppend().catch(() => undefined)

  return {
    supportsBatchAppend,
    leaveUnusable,
    deadlineMs: deadline,
    read: (open) => withClient((_, client) => collectEvents(open(client), deadline())),
    stream: (name, settings, call) =>
      withClient(async (internals, client) => {
        const opened = await internals.GRPCStreamCreator(streamsService.StreamsClient, name, (service) =>
          call(service, ...internals.callArguments(settings, { deadline: Infinity })),
        )()
        clientOf.set(opened, client)
        return opened.on('error', (error) => leaveUnusable(error, opened))
      }),
    unary: (name, settings, call) =>
      withClient((internals) =>
        internals.execute(streamsService.StreamsClient, name, (client) =>
          call(client, ...internals.callArguments(settings)),
        ),
      ),
    close,
  }
}

/**
 * After a failed discovery a client repeats its cached error forever, and it stays at a node that has lost its leader;
 * such a client is replaced before the next call.
 */
const replaceableClient = (connectionString: string) => {
  const createClient = () => EventStoreDBClient.connectionString(connectionString)
  let current = createClient()
  let channel: Channel | null = null

  const deadline = () => Math.min(internalsOf(current).createDeadline().getTime() - Date.now(), maxTimerMs)
  const replace = (broken: EventStoreDBClient) => {
    if (broken !== current) return
    current = createClient()
    broken.dispose().catch(() => undefined)
    channel?.close()
    channel = null
  }
  const answered = <A>(work: Promise<A>): Promise<A> => {
    const ms = deadline()
    return withDeadline(work, ms, `no node answered within ${ms} ms`)
  }
  const withClient = async <A>(
    call: (internals: ClientInternals, client: EventStoreDBClient) => Promise<A>,
    isBroken = isClientFailure,
  ): Promise<A> => {
    const ownClient = current
    try {
      // In a cluster of unresponsive hosts the client would search for minutes.
      const internals = internalsOf(ownClient)
      channel = await answered(internals.getChannel())
      return await call(internals, ownClient)
    } catch (error) {
      if (isBroken(error)) replace(ownClient)
      throw error
    }
  }
  const close = async () => {
    await current.dispose()
    channel?.close()
  }
  return { deadline, answered, withClient, replace, close }
}

const internalsOf = (client: EventStoreDBClient) => client as unknown as ClientInternals

const isClientFailure = (error: unknown) =>
  (!isRpcError(error) && !isCommandError(error as Error)) || isNodeUnusable(error)

const collectEvents = <E>(events: StreamingRead<E>, timeoutMs: number): Promise<readonly E[]> =>
  new Promise((resolve, reject) => {
    const found: E[] = []
    const silenceTimer = setTimeout(() => {
      void events.cancel()
      reject(rpcError(status.DEADLINE_EXCEEDED, 'the server stopped responding'))
    }, timeoutMs)
    events.on('data', (event: E) => {
      silenceTimer.refresh()
      found.push(event)
    })
    events.on('error', (error) => {
      clearTimeout(silenceTimer)
      reject(error)
    })
    events.on('end', () => {
      clearTimeout(silenceTimer)
      resolve(found)
    })
  })
