import { EventStoreDBClient, jsonEvent, type JSONEventType, NO_STREAM } from '@eventstore/db-client'
import type { NewEvent } from '../../../application/ports/event-store.ts'
import { eventStoreDbEventStore } from '../../../infrastructure/event-store/eventstoredb/eventstoredb-event-store.ts'
import { closedLoop, type Extent } from '../load.ts'
import { serveTasks, startOptions } from '../subject.ts'
import { meta, newId, newStream, reviewOf } from '../workload.ts'
import { newEvent, unwrap } from './event-store/session.ts'

interface Client {
  readonly append: (stream: string, events: number) => Promise<unknown>
  /** Returns the number of events in the stream. */
  readonly read: (stream: string) => Promise<number>
  readonly close: () => Promise<void>
}

const adapterClient = (connectionString: string): Client => {
  const store = eventStoreDbEventStore({ connectionString })
  const newEvents = (count: number): readonly NewEvent[] => Array.from({ length: count }, () => newEvent('doc-0000001'))
  return {
    append: async (stream, events) => unwrap(await store.append(stream, 'none', newEvents(events))()),
    read: async (stream) => unwrap(await store.read(stream)()).length,
    close: store.close,
  }
}

const bareClient = (connectionString: string): Client => {
  const client = EventStoreDBClient.connectionString(connectionString)
  const newJsonEvent = () => jsonEvent<JSONEventType>({ id: newId(), ...reviewOf('doc-0000001'), metadata: meta })
  return {
    append: (stream, events) =>
      client.appendToStream(stream, Array.from({ length: events }, newJsonEvent), { expectedRevision: NO_STREAM }),
    read: async (stream) => {
      let events = 0
      for await (const { event } of client.readStream(stream)) if (event) events++
      return events
    },
    close: () => client.dispose(),
  }
}

const { connectionString, through } = startOptions() as {
  readonly connectionString: string
  readonly through: 'adapter' | 'bare'
}
const client = through === 'adapter' ? adapterClient(connectionString) : bareClient(connectionString)
const streams: string[] = []
const eventsPerStream = 20
const acknowledged = { events: 0 }

const tasks = {
  append: ({ callers, extent }: { readonly callers: number; readonly extent: Extent }) =>
    closedLoop(callers, extent, async () => {
      await client.append(newStream(), 1)
      acknowledged.events++
    }),

  /** Reads whole streams of twenty events. */
  read: async ({ callers, extent }: { readonly callers: number; readonly extent: Extent }) => {
    while (streams.length < 100) {
      const stream = newStream()
      await client.append(stream, eventsPerStream)
      acknowledged.events += eventsPerStream
      streams.push(stream)
    }
    return closedLoop(callers, extent, async (nth) => {
      const events = await client.read(streams[nth % streams.length] ?? '')
      if (events !== eventsPerStream) throw new Error(`${events} events instead of ${eventsPerStream}`)
    })
  },

  acknowledged: () => Promise.resolve(acknowledged.events),
}
export type EventStoreDbTasks = typeof tasks

serveTasks(tasks, client.close)
