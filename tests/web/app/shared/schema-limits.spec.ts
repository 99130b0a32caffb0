import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { email, optionalText, stars, text } from '../../../../web/contract/fields.ts'
import { limitsOf } from '../../../../web/app/shared/schema-limits.ts'

const body = z.strictObject({
  reason: text(10, 1000),
  note: optionalText(300),
  contact: email(),
  nickname: text(1, 40).default('ospite'),
  stars,
  age: z.number().min(18).max(100).nullish(),
  count: z.int(),
  kind: z.enum(['A', 'B']),
  kindOrNone: z.enum(['A', 'B']).optional(),
  consent: z.literal(true),
  newsletter: z.boolean(),
  when: z.iso.date(),
  endless: z.string(),
})

describe('the limits of a form field', () => {
  it('come from the schema the server validates with', () => {
    expect(limitsOf(body, 'reason')).toEqual({ required: true, optional: false, maxLength: 1000 })
    expect(limitsOf(body, 'contact')).toEqual({ required: true, optional: false, maxLength: 254 })
    expect(limitsOf(body, 'stars')).toEqual({ required: true, optional: false, min: 1, max: 5 })
  })

  it('mark a field as optional if the server accepts it empty', () => {
    expect(limitsOf(body, 'note')).toEqual({ required: false, optional: true, maxLength: 300 })
    expect(limitsOf(body, 'nickname')).toEqual({ required: false, optional: true, maxLength: 40 })
    expect(limitsOf(body, 'age')).toEqual({ required: false, optional: true, min: 18, max: 100 })
    expect(limitsOf(body, 'kindOrNone')).toEqual({ required: false, optional: true })
  })

  it('give a whole number without bounds none', () => {
    expect(limitsOf(body, 'count')).toEqual({ required: true, optional: false })
  })

  it('leave choices and days without a length', () => {
    expect(limitsOf(body, 'kind')).toEqual({ required: true, optional: false })
    expect(limitsOf(body, 'when')).toEqual({ required: true, optional: false })
  })

  it('require a tick only where the server does', () => {
    expect(limitsOf(body, 'consent')).toEqual({ required: true })
    expect(limitsOf(body, 'newsletter')).toEqual({ required: false })
  })

  it('expose a text the server would accept at any length', () => {
    expect(() => limitsOf(body, 'endless')).toThrow('"endless" has no maximum length')
  })
})
