import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js'
import {
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { randomUUID } from 'node:crypto'
import { createEventLog, type EventLog } from './event-log.ts'
import { type Faults, type ProtocolCall, rpcError } from './faults.ts'
import { createNode, type LeaderNode, type StandInNode } from './node.ts'
import { handleRead } from './read-handlers.ts'
import { scavengeable } from './stream-rules.ts'
import { handleAppend, handleBatchAppend, handleDelete, handleTombstone } from './write-handlers.ts'

/** `GetSupportedMethods`: lets the client choose between `BatchAppend` and `Append`. */
const handleSupportedMethods =
  (
    faults: Faults,
    services: readonly ServiceDefinition[],
    isMissing: (method: string) => boolean,
  ): handleUnaryCall<shared.Empty, features.SupportedMethods> =>
  (_, answer) => {
    const fault = faults.takeFault('features')
    if (fault?.kind === 'refuse') return answer(fault.error)
    const methods = services.flatMap((service) =>
      Object.values(service).flatMap(({ path }) => {
        const [, name = '', method = ''] = path.toLowerCase().split('/')
        return isMissing(method)
          ? []
          : [
              new features.SupportedMethod()
                .setServiceName(name)
                .setMethodName(method)
                .setFeaturesList(featuresOf(method)),
            ]
      }),
    )
    answer(null, new features.SupportedMethods().setEventStoreServerVersion('24.10.0').setMethodsList(methods))
  }

const featuresOf = (method: string) => (method === 'read' ? ['position', 'events'] : [])

type Members = () => readonly (readonly [port: number, state: gossip.MemberInfo.VNodeState])[]
const { LEADER, FOLLOWER, UNKNOWN } = gossip.MemberInfo.VNodeState

/** `Gossip.Read`: the nodes this one knows. */
const handleGossip =
  (faults: Faults, members: Members) =>
  (...[, answer]: Parameters<handleUnaryCall<shared.Empty, gossip.ClusterInfo>>) => {
    const fault = faults.takeFault('gossip')
    if (fault?.kind === 'refuse') return answer(fault.error)
    const infos = members().map(([port, state]) =>
      new gossip.MemberInfo()
        .setInstanceId(new shared.UUID().setString(randomUUID()))
        .setState(state)
        .setIsAlive(true)
        .setTimeStamp('0')
        .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port)),
    )
    answer(null, new gossip.ClusterInfo().setMembersList(infos))
  }

export interface EventStoreDbStandIn extends LeaderNode {
  readonly log: EventLog
  readonly connectionString: string
  /** Ports of the nodes that follow this one. */
  readonly followers: Set<number>
  /** All calls so far. */
  readonly calls: readonly ProtocolCall[]
  readonly failNext: (
    call: ProtocolCall,
    code?: status,
    details?: string,
    trailers?: Readonly<Record<string, string>>,
  ) => void
  /** The next append is stored, but the connection breaks before the response. */
  readonly loseNextAnswer: () => void
  /** The next append is stored, or the next read started, without a response. */
  readonly silenceNextAnswer: (call?: 'read') => void
  /** The next append is stored, and answered after `ms`. */
  readonly delayNextAnswer: (ms: number) => void
  /** The next append is stored, but the followers do not confirm it in time. */
  readonly timeOutNextAppend: () => void
  /** The next append succeeds without telling its position. */
  readonly omitNextPosition: () => void
  /** Forwards writes to a leader, or refuses them if the client requires the leader. */
  readonly follow: (leader: EventStoreDbStandIn | 'unknown') => void
  readonly lead: () => void
  /** A follower's readers no longer see what is written. */
  readonly pauseReplication: () => void
  readonly resumeReplication: () => void
  /** What no follower has confirmed is lost, as when another node is elected. */
  readonly loseHeldCommits: () => void
  /** Removes hidden events from the disk. */
  readonly scavenge: () => void
  /** Closes every connection; the log stays. */
  readonly stop: () => void
  /** Refuses requests, a little later ends the calls that are still open, and then closes every connection. */
  readonly stopGracefully: () => Promise<void>
}

export interface StandInOptions {
  readonly log?: EventLog
  readonly port?: number
  /** False for a server that only implements `Append`. */
  readonly supportsBatchAppend?: boolean
  /** Delay per event read, in milliseconds. */
  readonly delayPerEventMs?: number
  /** Number of events for which an append without a revision is recognised. */
  readonly idempotencyWindow?: number
  /** Time until an append that the followers do not confirm is reported as timed out, in milliseconds. */
  readonly commitTimeoutMs?: number
  /** Time until a batch append that is incomplete is reported as timed out, in milliseconds. */
  readonly writeTimeoutMs?: number
}

/**
 * Implements EventStoreDB's gRPC protocol with the service definitions of its client: a node with its log in memory,
 * which leads or follows another one. Not modelled: links, access control, projections, persistent subscriptions,
 * `fellBehind`. It passes 243 of 262 tests of the official client; the adapter's README says what the rest is. Its
 * behaviour follows public sources and has not been verified against a real server; set ESDB_URL to do so.
 */
export const startEventStoreDbStandIn = async ({
  log = createEventLog(),
  port = 0,
  supportsBatchAppend = true,
  delayPerEventMs = 0,
  idempotencyWindow = 50_000,
  commitTimeoutMs = 2_000,
  writeTimeoutMs = 2_000,
}: StandInOptions = {}): Promise<EventStoreDbStandIn> => {
  const node = createNode({ log, idempotencyWindow, commitTimeoutMs, writeTimeoutMs })
  const cluster = clusterView(node)
  const { server, bound } = await listen(node, port, supportsBatchAppend, delayPerEventMs, cluster.members)
  cluster.at(bound)
  const appendCall = supportsBatchAppend ? 'batchAppend' : 'append'
  const { faults } = node

  return {
    log,
    port: bound,
    check: node.check,
    followers: cluster.followers,
    connectionString: `esdb://127.0.0.1:${bound}?tls=false`,
    calls: faults.calls,
    failNext: (call, code = status.UNAVAILABLE, details = 'injected', trailers = {}) =>
      faults.plan(call, { kind: 'refuse', error: rpcError(code, details, trailers) }),
    loseNextAnswer: () => faults.plan(appendCall, { kind: 'loseAnswer' }),
    silenceNextAnswer: (call) => faults.plan(call ?? appendCall, { kind: 'silence' }),
    delayNextAnswer: (ms) => faults.plan(appendCall, { kind: 'delayAnswer', ms }),
    timeOutNextAppend: () => faults.plan(appendCall, { kind: 'timeOut' }),
    omitNextPosition: () => faults.plan(appendCall, { kind: 'omitPosition' }),
    follow: cluster.follow,
    lead: cluster.lead,
    pauseReplication: node.pauseReplication,
    resumeReplication: node.resumeReplication,
    loseHeldCommits: () => {
      log.discardHeld()
      node.check().forget()
    },
    scavenge: () => log.scavenge(scavengeable(log)),
    stop: () => server.forceShutdown(),
    stopGracefully: async () => {
      node.refuseRequests()
      const closed = new Promise((resolve) => server.tryShutdown(resolve))
      const timers = [
        setTimeout(node.endCalls, shutdownTimeoutMs),
        setTimeout(() => server.forceShutdown(), 2 * shutdownTimeoutMs),
      ]
      await closed
      timers.forEach((timer) => clearTimeout(timer))
    },
  }
}

/** Time until a stopping server ends open calls, and then until it closes connections, in milliseconds. */
const shutdownTimeoutMs = 300

/** Who leads and who follows, as far as this node knows. */
const clusterView = (node: StandInNode) => {
  const followers = new Set<number>()
  let ownPort = 0
  let leader: EventStoreDbStandIn | 'unknown' | null = null
  const leave = () => {
    if (leader !== null && leader !== 'unknown') leader.followers.delete(ownPort)
  }
  return {
    followers,
    at: (port: number) => {
      ownPort = port
    },
    follow: (next: EventStoreDbStandIn | 'unknown') => {
      leave()
      leader = next
      node.setLeader(next)
      if (next !== 'unknown') next.followers.add(ownPort)
    },
    lead: () => {
      leave()
      leader = null
      node.setLeader(null)
    },
    members: () => {
      const ownState = leader === null ? LEADER : leader === 'unknown' ? UNKNOWN : FOLLOWER
      return [
        [ownPort, ownState] as const,
        ...(leader === null || leader === 'unknown' ? [] : [[leader.port, LEADER] as const]),
        ...[...followers].map((port) => [port, FOLLOWER] as const),
      ]
    },
  }
}

const listen = async (
  node: StandInNode,
  port: number,
  supportsBatchAppend: boolean,
  delayPerEventMs: number,
  members: Members,
): Promise<{ readonly server: Server; readonly bound: number }> => {
  const server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 })
  const services = [
    streamsService.StreamsService,
    featuresService.ServerFeaturesService,
    gossipService.GossipService,
  ] as const
  const streams: UntypedServiceImplementation = {
    read: handleRead(node, delayPerEventMs),
    append: handleAppend(node),
    delete: handleDelete(node),
    tombstone: handleTombstone(node),
  }
  server.addService(services[0], supportsBatchAppend ? { ...streams, batchAppend: handleBatchAppend(node) } : streams)
  server.addService(services[1], {
    getSupportedMethods: handleSupportedMethods(
      node.faults,
      services,
      (method) => method === 'batchappend' && !supportsBatchAppend,
    ),
  })
  server.addService(services[2], { read: handleGossip(node.faults, members) })
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, at) =>
      error ? reject(error) : resolve(at),
    )
  })
  return { server, bound }
}
