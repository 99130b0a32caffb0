import { beforeEach, describe, expect, it } from 'vitest'
import { handingOutHere, type HandingOut } from '../../application/handing-out.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'

const at = (second: number) => `2026-03-02T10:00:${String(second).padStart(2, '0')}.000Z` as Instant

describe('what was handed out lately', () => {
  let out: HandingOut
  beforeEach(() => {
    out = handingOutHere()
    out.sendTo('b', at(0))
    out.sendTo('a', at(1))
  })

  it('comes last, in the order of the list', () => {
    expect(out.freshFirst(['a', 'b', 'c', 'd'], at(2))).toEqual(['c', 'd', 'a', 'b'])
    expect(out.freshFirst(['c', 'd'], at(2))).toEqual(['c', 'd'])
  })

  it('is forgotten after a while, each in its turn', () => {
    expect(out.freshFirst(['a', 'b', 'c'], at(5))).toEqual(['b', 'c', 'a'])
    expect(out.freshFirst(['a', 'b', 'c'], at(6))).toEqual(['a', 'b', 'c'])
  })

  it('and is remembered from when somebody was sent there last', () => {
    out.sendTo('b', at(4))
    expect(out.freshFirst(['a', 'b', 'c'], at(6))).toEqual(['a', 'c', 'b'])
  })

  it('stands in its old place when it is given back', () => {
    out.giveBack('a')
    expect(out.freshFirst(['a', 'b', 'c'], at(2))).toEqual(['a', 'c', 'b'])
  })
})
