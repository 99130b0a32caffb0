import { families } from '../../../application/catalogue.ts'
import type { AnyEvent } from '../../../domain/kernel/event.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Register } from '../commands.ts'
import type { Foundations } from '../foundations.ts'
import { beside } from './beside.ts'

/** Replays a stream as it was at a time; personal fields stay sealed. */
export const auditCommands: Register = (program, config) => {
  program
    .command('audit')
    .description('the history behind a thing')
    .command('replay')
    .description('the events of a stream, in order, personal fields blank')
    .argument('<stream>', 'for instance review-<id>')
    .option('--at <time>', 'only what had happened by then (ISO 8601)')
    .action((stream: string, { at }: { readonly at?: string }) =>
      beside(config(), (foundations) => replay(foundations, stream, at)),
    )
}

const replay = async ({ history }: Foundations, stream: string, at: string | undefined): Promise<void> => {
  const category = stream.slice(0, stream.indexOf('-'))
  const family = Object.entries(families).find(([name]) => name === category || isReservation(category, name))?.[1]
  if (family === undefined) throw new Error(`No stream is called ${stream}`)
  const past = await history.read<AnyEvent>(family, stream, 'blank')()
  if (E.isLeft(past)) throw new Error('The stream cannot be read', { cause: past.left })
  for (const { version, position, event, meta } of past.right) {
    if (at !== undefined && meta.occurredAt > at) break
    console.log(JSON.stringify({ version, position, at: meta.occurredAt, actor: meta.actor, ...event }))
  }
}

const isReservation = (category: string, name: string) =>
  name === 'reservation' && (category === 'email' || category === 'username')
