import { describe, expect, it } from 'vitest'
import type { AnyPolicy } from '../../application/policy.ts'
import { runPoliciesInline, sequentially } from '../../application/inline-policies.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'

const recorded = (type: string) => ({ id: type, event: { type } }) as unknown as EventEnvelope

/** Two policies that react to `Trigger` at different speeds, and a third one that reacts to their events. */
const testPolicies = () => {
  const steps: string[] = []
  const policyOf = (name: string, ms: number) => {
    const codecs = new Map([['Trigger', null]])
    const react = () => async () => {
      steps.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, ms))
      steps.push(`${name} ends`)
      return E.right([recorded(`By${name}`)])
    }
    return { name, events: { codecs }, startsFrom: 'now', react } as unknown as AnyPolicy
  }
  const followed: string[] = []
  const codecs = new Map(['BySlow', 'ByFast'].map((type) => [type, null]))
  const react = ({ event }: EventEnvelope) => {
    followed.push(event.type)
    return async () => E.right([])
  }
  const follower = { name: 'follower', events: { codecs }, startsFrom: 'now', react } as unknown as AnyPolicy
  return { steps, followed, policies: [policyOf('Slow', 20), policyOf('Fast', 1), follower] }
}

const logHead = async () => '7'
const onFailure = () => undefined

describe('ADR 11: reactions to a request', () => {
  it('run in parallel for policies that listen to the same event, and are recorded in their order', async () => {
    const { steps, followed, policies } = testPolicies()
    expect(await runPoliciesInline({ policies, logHead, onFailure })([recorded('Trigger')])).toBe('7')
    expect(steps).toEqual(['Slow begins', 'Fast begins', 'Fast ends', 'Slow ends'])
    expect(followed).toEqual(['BySlow', 'ByFast'])
  })

  it('run one after another where the order of events must be reproducible', async () => {
    const { steps, followed, policies } = testPolicies()
    await runPoliciesInline({ policies, logHead, onFailure, runAll: sequentially })([recorded('Trigger')])
    expect(steps).toEqual(['Slow begins', 'Slow ends', 'Fast begins', 'Fast ends'])
    expect(followed).toEqual(['BySlow', 'ByFast'])
  })

  it('are reported for each policy and event, but not if they failed', async () => {
    const { policies } = testPolicies()
    const codecs = new Map([['Trigger', null]])
    const react = () => async () => E.left({ type: 'Transient', cause: 'no database' })
    const failing = { name: 'failing', events: { codecs }, startsFrom: 'now', react } as unknown as AnyPolicy
    const reactions: string[] = []
    const onReacted = (policy: string, { id }: EventEnvelope) => reactions.push(`${policy} to ${id}`)
    await runPoliciesInline({ policies: [...policies, failing], logHead, onReacted, onFailure })([recorded('Trigger')])
    expect(reactions).toEqual(['Slow to Trigger', 'Fast to Trigger', 'follower to BySlow', 'follower to ByFast'])
  })

  it('have no position when no policy listens', async () => {
    const { policies } = testPolicies()
    expect(await runPoliciesInline({ policies, logHead, onFailure })([recorded('Other')])).toBeNull()
  })
})
