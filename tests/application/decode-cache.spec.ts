import { describe, expect, it } from 'vitest'
import { decodeOnce } from '../../application/decode-cache.ts'
import type { History } from '../../application/history.ts'
import type { RecordedEvent } from '../../application/ports/event-store.ts'
import type { PersonalData } from '../../application/ports/sealing.ts'
import { type AnyEvent, clear, event, type EventFamily, family, pii } from '../../domain/kernel/event.ts'
import { E, TE } from '../../domain/kernel/fp.ts'
import { Text } from '../../domain/kernel/primitives.ts'

const Sung = event('Sung', { song: clear(Text) })
const Told = event('Told', { personId: clear(Text), secret: pii('personId', Text, '') })
const songs = family(Sung)
const everything = family(Sung, Told)

let position = 0
const recorded = (type: string): RecordedEvent => ({
  id: `e${++position}`,
  stream: 's',
  version: position,
  position: String(position).padStart(20, '0'),
  type,
  data: '{}',
  meta: '{}',
})

/** Counts decodings; the result names the personal data it was decoded with. */
const counting = () => {
  const calls: string[] = []
  const decode = (
    known: EventFamily<AnyEvent>,
    page: readonly RecordedEvent[],
    personalData: PersonalData = 'decrypted',
  ) =>
    TE.fromIO(() =>
      page.map(({ id, type, ...rest }) => {
        calls.push(id)
        return known.codecs.has(type) ? E.right({ id, ...rest, event: { personalData } }) : E.left({ id })
      }),
    )
  return { calls, decode: decodeOnce(decode as unknown as History['decode']) }
}

const outcome = async <A>(work: TE.TaskEither<unknown, A>): Promise<A> => {
  const result = await work()
  if (E.isLeft(result)) throw new Error('expected success')
  return result.right
}

describe('an event that several readers decode', () => {
  it('is decoded once', async () => {
    const { calls, decode } = counting()
    const page = [recorded('Sung'), recorded('Told'), recorded('Sung')]
    const first = await outcome(decode(everything, page, 'omitted'))
    const [sung, , again] = page
    const second = await outcome(decode(songs, [sung, again].flatMap((one) => one ?? []), 'omitted')) // prettier-ignore
    expect(second).toEqual([first[0], first[2]])
    expect(calls).toEqual(page.map(({ id }) => id))
    expect(await outcome(decode(everything, [...page, recorded('Sung')]))).toHaveLength(4)
  })

  it('is decrypted each time, so that an erasure applies at once', async () => {
    const { calls, decode } = counting()
    const page = [recorded('Told')]
    const shown = async (personalData: PersonalData) => JSON.stringify(await outcome(decode(everything, page, personalData))) // prettier-ignore
    expect(await shown('omitted')).toContain('omitted')
    expect(await shown('decrypted')).toContain('decrypted')
    expect(await shown('omitted')).toContain('omitted')
    expect(await shown('decrypted')).toContain('decrypted')
    expect(calls).toHaveLength(3)
  })

  it('is decrypted no more than once a page if it holds no personal data', async () => {
    const { calls, decode } = counting()
    const page = [recorded('Sung'), recorded('Told')]
    await outcome(decode(everything, page))
    await outcome(decode(everything, page))
    expect(calls).toEqual([page[0]?.id, page[1]?.id, page[1]?.id])
  })

  it('and cannot be read is read again, since other code may read it', async () => {
    const { calls, decode } = counting()
    const page = [recorded('Told')]
    expect(await outcome(decode(songs, page, 'omitted'))).toEqual([E.left({ id: page[0]?.id })])
    await outcome(decode(songs, page, 'omitted'))
    expect(calls).toHaveLength(2)
  })

  it('is forgotten after a thousand others', async () => {
    const { calls, decode } = counting()
    const first = recorded('Sung')
    await outcome(decode(songs, [first]))
    for (let n = 0; n < 1_000; n++) await outcome(decode(songs, [recorded('Sung')]))
    await outcome(decode(songs, [first]))
    expect(calls.filter((id) => id === first.id)).toHaveLength(2)
  })
})
