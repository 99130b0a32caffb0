import { describe, expect, it } from 'vitest'
import type { AnyPolicy } from '../../application/policy.ts'
import { runPoliciesInline, sequentially } from '../../application/react.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'

const recorded = (type: string) => ({ id: type, event: { type } }) as unknown as EventEnvelope

/** Policies on `Sung` that record when they start and finish, and return one event each. */
const listeners = () => {
  const heard: string[] = []
  const singer = (name: string, ms: number) => {
    const codecs = new Map([['Sung', null]])
    const react = () => async () => {
      heard.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, ms))
      heard.push(`${name} ends`)
      return E.right([recorded(`By${name}`)])
    }
    return { name, events: { codecs }, startsFrom: 'now', react } as unknown as AnyPolicy
  }
  const followed: string[] = []
  const codecs = new Map(['ByAlto', 'ByBasso'].map((type) => [type, null]))
  const react = ({ event }: EventEnvelope) => {
    followed.push(event.type)
    return async () => E.right([])
  }
  const listener = { name: 'listener', events: { codecs }, startsFrom: 'now', react } as unknown as AnyPolicy
  return { heard, followed, policies: [singer('Alto', 20), singer('Basso', 1), listener] }
}

const head = async () => '7'
const failed = () => undefined

describe('ADR 11: reactions to a request', () => {
  it('run in parallel for policies that listen to the same event, and are recorded in their order', async () => {
    const { heard, followed, policies } = listeners()
    expect(await runPoliciesInline(policies, head, failed)([recorded('Sung')])).toBe('7')
    expect(heard).toEqual(['Alto begins', 'Basso begins', 'Basso ends', 'Alto ends'])
    expect(followed).toEqual(['ByAlto', 'ByBasso'])
  })

  it('run one after another where the order of writing must be reproducible', async () => {
    const { heard, followed, policies } = listeners()
    await runPoliciesInline(policies, head, failed, sequentially)([recorded('Sung')])
    expect(heard).toEqual(['Alto begins', 'Alto ends', 'Basso begins', 'Basso ends'])
    expect(followed).toEqual(['ByAlto', 'ByBasso'])
  })

  it('have no position when no policy listens', async () => {
    const { policies } = listeners()
    expect(await runPoliciesInline(policies, head, failed)([recorded('Silence')])).toBeNull()
  })
})
