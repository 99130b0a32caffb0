import type { InFlight } from '../../application/in-flight.ts'
import type { Clock } from '../../application/ports/clock.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { maxPayload, type ReaderRuntime } from '../projections/projection-engine.ts'

/**
 * Reactions that requests have already run, so that catch-up runs skip them. Best effort: a reaction that is lost runs
 * again, which changes nothing.
 */
export interface InlineReactions {
  /** Records that a request of this process has run the policy for the event, with success. */
  readonly record: (policy: string, eventId: string) => void
  /**
   * Whether a request of any process has run the policy for the event; true only once. Waits for requests in flight in
   * this process and, while others announce theirs, for the announcement of a recent event.
   */
  readonly hasReacted: (policy: string, cause: EventEnvelope, until: AbortSignal) => Promise<boolean>
  /** Announces what has not been announced yet. */
  readonly close: () => Promise<void>
}

interface InlineReactionsOptions {
  readonly runtime: Pick<ReaderRuntime, 'pool' | 'session' | 'leases'>
  readonly inFlight: Pick<InFlight, 'whenDone'>
  readonly clock: Clock
}

/** Name of a policy's checkpoint and lease. */
export const policyReaderName = (policy: string): string => `policy:${policy}`

/** Maximum wait for an announcement, from the time of the event: the announcing process may have crashed. */
const maxRequestMs = 5_000
/** Waiting stops once no process has announced anything for this long. */
const announcementsExpectedMs = 60_000

/** A process remembers its own requests' reactions of the policies it leads, and announces the others. */
export const inlineReactions = ({ runtime, inFlight, clock }: InlineReactionsOptions): InlineReactions => {
  const known = knownReactions()
  const announcer = reactionAnnouncer(runtime.pool)
  let lastAnnouncementAt = -Infinity
  const isLedHere = (policy: string) => runtime.leases.isHeld(policyReaderName(policy))
  /** Processes that run no policies do not listen. */
  let stopListening: (() => void) | null = null
  const listen = () =>
    runtime.session.on(channel, (_missed, payload) => {
      const announced = parseAnnouncement(payload).filter(([policy]) => isLedHere(policy))
      if (announced.length > 0) lastAnnouncementAt = performance.now()
      for (const [policy, eventId] of announced) known.add(policy, eventId)
    })
  /** Remaining time to wait for the request that caused the event. */
  const remainingWaitMs = ({ meta }: EventEnvelope): number =>
    performance.now() - lastAnnouncementAt > announcementsExpectedMs
      ? 0
      : maxRequestMs - Math.max(Date.parse(clock()) - Date.parse(meta.occurredAt), 0)

  return {
    record: (policy, eventId) => {
      if (isLedHere(policy)) known.add(policy, eventId)
      else announcer.announce(policy, eventId)
    },
    hasReacted: async (policy, cause, until) => {
      stopListening ??= listen()
      await inFlight.whenDone(cause.meta.correlationId)
      if (known.take(policy, cause.id)) return true
      const waitMs = remainingWaitMs(cause)
      if (waitMs <= 0 || until.aborted) return false
      return known.waitFor(policy, cause.id, AbortSignal.any([until, AbortSignal.timeout(waitMs)]))
    },
    close: async () => {
      stopListening?.()
      await announcer.close()
    },
  }
}

/** Maximum number remembered; the oldest are dropped. */
const maxKnown = 50_000

const keyOf = (policy: string, eventId: string) => `${policy} ${eventId}`

const knownReactions = () => {
  const reactions = new Set<string>()
  const waiting = new Map<string, () => void>()
  const take = (policy: string, eventId: string) => reactions.delete(keyOf(policy, eventId))
  return {
    take,
    add: (policy: string, eventId: string) => {
      const key = keyOf(policy, eventId)
      reactions.add(key)
      const [oldest] = reactions
      if (reactions.size > maxKnown && oldest !== undefined) reactions.delete(oldest)
      waiting.get(key)?.()
    },
    /** False if the reaction has not become known before `signal` aborts. */
    waitFor: async (policy: string, eventId: string, signal: AbortSignal): Promise<boolean> => {
      const key = keyOf(policy, eventId)
      await new Promise<void>((resolve) => {
        waiting.set(key, resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      waiting.delete(key)
      return take(policy, eventId)
    },
  }
}

/** Carries lines of `<event id> <policy> <policy> …`. */
const channel = 'garbo_reactions'
/** Batches announcements, since each wakes every listening process and no user waits for them. */
const announceDelayMs = 200

const parseAnnouncement = (payload: string): readonly (readonly [policy: string, eventId: string])[] =>
  payload.split('\n').flatMap((line) => {
    const [eventId = '', ...policies] = line.split(' ')
    return policies.map((policy) => [policy, eventId] as const)
  })

/** Does not wait for the disk: after a crash, what was announced is repeated. */
const notifyAll = `select pg_notify('${channel}', payload), set_config('synchronous_commit', 'off', true)
  from unnest($1::text[]) payload`

/** Announces reactions slightly later, many at a time. */
const reactionAnnouncer = (pool: ReaderRuntime['pool']) => {
  let waiting = new Map<string, string[]>()
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()

  const send = async () => {
    const lines = [...waiting].map(([eventId, policies]) => `${eventId} ${policies.join(' ')}`)
    waiting = new Map()
    if (lines.length > 0) await pool.query(notifyAll, [payloadsOf(lines)]).catch(() => undefined)
  }
  return {
    announce: (policy: string, eventId: string) => {
      waiting.set(eventId, [...(waiting.get(eventId) ?? []), policy])
      timer ??= setTimeout(() => {
        timer = undefined
        sending = sending.then(send)
      }, announceDelayMs)
    },
    close: async () => {
      clearTimeout(timer)
      await sending.then(send)
    },
  }
}

const payloadsOf = (lines: readonly string[]): readonly string[] => {
  const payloads: string[] = []
  for (const line of lines) {
    const last = payloads.at(-1)
    if (last === undefined || last.length + line.length >= maxPayload) payloads.push(line)
    else payloads[payloads.length - 1] = `${last}\n${line}`
  }
  return payloads
}
