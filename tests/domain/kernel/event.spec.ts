import * as t from 'io-ts'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { clear, event, family, pii, type EventIn } from '../../../domain/kernel/event.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { Integer, nullable, Text } from '../../../domain/kernel/primitives.ts'

const Noted = event('Noted', { noteId: clear(Text), author: clear(Text), text: pii('author', Text, '') })
const Moved = event(
  'Moved',
  { to: clear(Text), floor: clear(Integer) },
  { version: 3, upcast: { 1: (d) => ({ ...d, to: d['where'] }), 2: (d) => ({ ...d, floor: 0 }) } },
)
const Notes = family(Noted, Moved)

describe('an event', () => {
  it('derives its data type from its fields', () => {
    expectTypeOf<EventIn<typeof Notes>>().toEqualTypeOf<
      | {
          readonly type: 'Noted'
          readonly data: { readonly noteId: string; readonly author: string; readonly text: string }
        }
      | { readonly type: 'Moved'; readonly data: { readonly to: string; readonly floor: number } }
    >()
  })

  it('does not compile with a field that is neither clear nor personal', () => {
    const uncalled = () => [
      // @ts-expect-error a field must be declared clear or personal
      event('Bare', { text: Text }),
      // @ts-expect-error the subject of a personal field must be a clear field of the same event
      event('Orphan', { text: pii('author', Text, '') }),
      // @ts-expect-error the subject must not be a personal field
      event('Hidden', { author: pii('author', Text, ''), text: pii('author', Text, '') }),
    ]
    expect(uncalled).toBeTypeOf('function')
  })

  it('drops unknown fields and rejects missing ones', () => {
    expect(Noted.decode({ noteId: 'n', author: 'a', text: 'x', extra: 1 })).toEqual(
      E.right({ type: 'Noted', data: { noteId: 'n', author: 'a', text: 'x' } }),
    )
    expect(E.isLeft(Noted.decode({ noteId: 'n', author: 'a' }))).toBe(true)
  })

  it('drops unknown fields inside lists too', () => {
    const Listed = event('Listed', { all: clear(t.readonlyArray(t.strict({ name: Text }))) })
    expect(Listed.decode({ all: [{ name: 'a', extra: 1 }] })).toEqual(
      E.right({ type: 'Listed', data: { all: [{ name: 'a' }] } }),
    )
    expect(E.isLeft(Listed.decode({ all: [{ extra: 1 }] }))).toBe(true)
    const Perhaps = event('Perhaps', { one: clear(nullable(t.strict({ name: Text }))) })
    expect(Perhaps.decode({ one: { name: 'a', extra: 1 } })).toEqual(
      E.right({ type: 'Perhaps', data: { one: { name: 'a' } } }),
    )
    expect(Perhaps.decode({ one: null })).toEqual(E.right({ type: 'Perhaps', data: { one: null } }))
  })

  it('reads every earlier version', () => {
    expect(Moved.decode({ where: 'up' }, 1)).toEqual(E.right({ type: 'Moved', data: { to: 'up', floor: 0 } }))
    expect(Moved.decode({ to: 'up' }, 2)).toEqual(E.right({ type: 'Moved', data: { to: 'up', floor: 0 } }))
    expect(Moved.decode({ to: 'up', floor: 2 })).toEqual(E.right({ type: 'Moved', data: { to: 'up', floor: 2 } }))
  })
})
