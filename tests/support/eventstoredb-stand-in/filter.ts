import type streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Logged } from './event-log.ts'

type FilterOptions = streams.ReadReq.Options.FilterOptions

/** Which events a client asked for; all of them when it asked for none in particular. */
export const filterIn = (filter: FilterOptions | undefined): ((event: Logged) => boolean) => {
  const expression = filter?.getStreamIdentifier() ?? filter?.getEventType()
  if (!filter || !expression) return () => true
  const subject = filter.hasStreamIdentifier() ? 'stream' : 'type'
  const regex = expression.getRegex() === '' ? null : new RegExp(expression.getRegex())
  return (event) =>
    regex?.test(event[subject]) ?? expression.getPrefixList().some((prefix) => event[subject].startsWith(prefix))
}

/** After how many events looked at a filtered subscription says how far it has come. */
export const checkpointEvery = (filter: FilterOptions): number =>
  Math.max(1, filter.getCheckpointintervalmultiplier()) * (filter.hasMax() ? filter.getMax() : 32)
