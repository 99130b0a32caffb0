import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { businessTypes as storedTypes } from '../../../domain/accounts/vocabulary.ts'
import { registerBusinessBody, registerClientBody } from '../../../web/contract/accounts/authentication.ts'
import { businessTypes } from '../../../web/contract/accounts/businesses.ts'
import { isProvince, provinceInAddress, provinceName, provinces } from '../../../web/contract/accounts/provinces.ts'
import type { Endpoint } from '../../../web/contract/endpoint.ts'
import { endpoints } from '../../../web/contract/endpoints.ts'
import { phone } from '../../../web/contract/fields.ts'
import { rateClientBody } from '../../../web/contract/ratings/ratings.ts'
import { openDisputeBody } from '../../../web/contract/reviews/flags-and-disputes.ts'
import { editReviewBody, review, submitReviewBody } from '../../../web/contract/reviews/reviews.ts'
import { excludePeriodBody } from '../../../web/contract/reviews/scores.ts'
import { issuedReward } from '../../../web/contract/rewards/rewards.ts'
import { bookHotelBody } from '../../../web/contract/travel/bookings.ts'
import { validate } from '../../../web/contract/validation.ts'

const allEndpoints: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints)

const fieldsOf = (schema: z.ZodType, data: unknown) => {
  const validated = validate(schema, data)
  return validated.ok ? null : validated.fields
}

describe('the call table', () => {
  it('contains no method and path twice', () => {
    const keys = allEndpoints.map(([, { method, path }]) => `${method} ${path}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it.each(allEndpoints)(
    'declares for %s all path parameters, and a body only where allowed',
    (_, { method, path, params, body }) => {
      expect(path).toMatch(/^\/api\/[a-z]/)
      const named = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
      expect(Object.keys(params?.shape ?? {}).sort()).toEqual(named.toSorted())
      expect(method === 'GET' && body !== undefined).toBe(false)
    },
  )

  it.each(allEndpoints)('summarises %s in one line that begins with a third-person verb', (_, { summary }) => {
    expect(summary).toMatch(/^[A-Z][a-z]+s,? [^\n]*[^.\s]$/)
    // a plural noun, as in `Sanctions, newest first`
    expect(summary).not.toMatch(/^\w+, \w+ first/)
  })

  it.each(allEndpoints.filter(([, { body }]) => body !== undefined))('rejects unknown fields for %s', (_, { body }) => {
    const fields = fieldsOf(body as z.ZodType, { role: 'ADMIN', avaBalance: 1000, emailVerified: true })
    expect(fields).toMatchObject({
      role: 'Campo non previsto',
      avaBalance: 'Campo non previsto',
      emailVerified: 'Campo non previsto',
    })
  })

  it.each(allEndpoints)('can be described in OpenAPI for %s', (_, { body, response, params, query }) => {
    const schemas = [body, response, params, query].filter((schema) => schema !== undefined && schema !== null)
    expect(() => schemas.map((schema) => z.toJSONSchema(schema, { io: 'input' }))).not.toThrow()
  })

  it('supports an Idempotency-Key for calls that move value', () => {
    const idempotentEndpoints = allEndpoints.flatMap(([name, endpoint]) => (endpoint.idempotent ? [name] : []))
    expect(idempotentEndpoints).toEqual(
      expect.arrayContaining([
        'activatePremium',
        'appealSanction',
        'bookHotel',
        'cancelBooking',
        'createProgramme',
        'draftRuleSet',
        'excludePeriod',
        'fileStatement',
        'flagReview',
        'imposeSanction',
        'lodgeAppeal',
        'nextCase',
        'openDispute',
        'rateClient',
        'redeemReward',
        'submitReview',
      ]),
    )
  })
})

describe('public responses (Q-60)', () => {
  const namesIn = (schema: unknown): readonly string[] => {
    const json = JSON.stringify(schema)
    return [...json.matchAll(/"(\w+)":\{/g)].map(([, name = '']) => name)
  }

  const publicResponses = allEndpoints.flatMap(([name, { access, response }]) =>
    access === 'moderator' || response === null ? [] : [[name, response] as const],
  )
  it.each(publicResponses)('of %s contain no author and no reporter', (_, response) => {
    const names = namesIn(z.toJSONSchema(response))
    for (const secret of ['authorId', 'authorName', 'reporterId', 'moderatorId', 'moderatorNotes', 'password', 'token'])
      expect(names).not.toContain(secret)
  })

  it('with reviews contain the day, never the hour', () => {
    const createdAt = (at: string) => review.shape.createdAt.safeParse(at).success
    expect([createdAt('2026-03-02T00:00:00.000Z'), createdAt('2026-03-02T10:15:00.000Z')]).toEqual([true, false])
    expect(issuedReward.shape.redeemedAt.safeParse('2026-03-02T10:15:00.000Z').success).toBe(false)
  })
})

describe('vocabularies of the contract', () => {
  it('C-33: contain the 107 provinces, each with a two-letter code', () => {
    expect(Object.keys(provinces)).toHaveLength(107)
    expect(Object.keys(provinces).every((sign) => /^[A-Z]{2}$/.test(sign))).toBe(true)
    expect(new Set(Object.values(provinces)).size).toBe(107)
    expect([provinceName('RM'), provinceName(null), provinceName('XX'), isProvince('toString')]).toEqual([
      'Roma',
      null,
      null,
      false,
    ])
  })

  it.each([
    ['via Roma 12, Siena (SI), Italia', 'SI'],
    ['Via Roma, 12, 53100 Siena SI, Italy', 'SI'],
    ['Via del Corso 12, Roma', null],
    ['Viale XX', null],
    ['SI', 'SI'],
    ['', null],
  ])('Q-134: find the province of “%s”', (address, found) => expect(provinceInAddress(address)).toBe(found))

  it('E-33, E-34, B-15, D-19: contain the 18 business types of the log (Q-83)', () => {
    const codes = Object.keys(businessTypes)
    expect(codes).toHaveLength(18)
    expect(codes.filter((code) => !storedTypes.some((stored) => stored === code))).toEqual([])
  })
})

describe('registering a business (E-25)', () => {
  const aurora = {
    username: 'aurora',
    password: 'Segretissima1!',
    businessName: 'Hotel Aurora',
    businessType: 'hotel',
    email: 'info@aurora.example',
    phone: '+39 123 456 7890',
    businessPhoto: null,
    location: 'Via Roma 1, Milano',
    province: 'MI',
    theForkRating: 8.7,
  }
  const faultsWith = (changes: object) => fieldsOf(registerBusinessBody, { ...aurora, ...changes })

  it('accepts all fields, and optional ones may be missing', () => {
    expect(faultsWith({})).toBeNull()
    expect(faultsWith({ phone: undefined, businessPhoto: undefined, theForkRating: null })).toBeNull()
  })

  it.each([
    [{ businessName: 'A' }, { businessName: "Il nome dell'attività deve avere almeno 2 caratteri" }],
    [{ businessName: 'A'.repeat(51) }, { businessName: "Il nome dell'attività non può superare i 50 caratteri" }],
    [{ businessType: 'castello' }, { businessType: 'Seleziona il tipo di attività' }],
    [{ email: 'aurora' }, { email: 'Invalid email address' }],
    [{ email: undefined }, { email: 'Invalid email address' }],
    [{ username: '' }, { username: 'Username richiesto' }],
    [{ username: undefined }, { username: 'Username richiesto' }],
    [{ username: 'info@aurora.example' }, { username: 'Usa lettere, cifre, punti, trattini' }],
    [{ password: 'Corta1!' }, { password: 'Password must be at least 10 characters' }],
    [
      { password: 'tuttaminuscola' },
      { password: 'Password must contain uppercase, lowercase, number and special character' },
    ],
    [{ location: 'Roma' }, { location: 'Deve avere almeno 5 caratteri' }],
    [{ province: 'Milano' }, { province: 'Seleziona una provincia' }],
    [{ province: undefined }, { province: 'Seleziona una provincia' }],
    [{ province: null }, { province: 'Seleziona una provincia' }],
    [{ theForkRating: 10.1 }, { theForkRating: 'Deve essere al massimo 10' }],
    [{ theForkRating: 8.75 }, { theForkRating: 'Deve essere un multiplo di 0,1' }],
    [{ phone: '0123' }, { phone: 'Inserisci un numero di telefono valido' }],
    [{ role: 'ADMIN' }, { role: 'Campo non previsto' }],
  ])('with %o is rejected with %o', (changes, fields) => expect(faultsWith(changes)).toEqual(fields))
})

describe('other request bodies', () => {
  it('require a client’s phone for recovery (V-06, V-07)', () => {
    const anna = { firstName: 'Anna', lastName: 'Bo', email: 'anna@bo.example', password: 'Segretissima1!' }
    expect(fieldsOf(registerClientBody, anna)).toEqual({
      phone: 'Numero di telefono richiesto per recupero credenziali',
    })
    expect(fieldsOf(registerClientBody, { ...anna, phone: '333 1234567' })).toBeNull()
  })

  it.each(['+39 123 456 7890', '333-123.4567', '(333) 1234567'])('accept %s as a phone number', (number) =>
    expect(fieldsOf(phone(), number)).toBeNull(),
  )

  it('report zero stars as missing (V-34)', () => {
    const body = { rating: 0, targetType: 'BUSINESS', targetId: 'hotel', reasonCode: 'SERVICE' }
    expect(fieldsOf(submitReviewBody, body)).toEqual({ rating: 'Seleziona una valutazione da 1 a 5 stelle.' })
    expect(validate(submitReviewBody, { ...body, rating: 5, comment: '  ' })).toMatchObject({
      ok: true,
      value: { visibility: 'PUBLIC_ANONYMOUS', comment: '' },
    })
  })

  it('V-42: reject an edit without changes', () => {
    expect(validate(editReviewBody, {})).toMatchObject({ ok: false, first: expect.stringContaining('almeno uno') })
    expect(fieldsOf(editReviewBody, { comment: null })).toBeNull()
  })

  it('V-48, V-49: require 20 to 2000 characters and at most five https addresses for a dispute', () => {
    const dispute = (message: string, evidenceUrls: string[] = []) =>
      fieldsOf(openDisputeBody, { reason: 'OTHER', message, evidenceUrls })
    expect(dispute('a'.repeat(19))).toEqual({ message: 'Deve avere almeno 20 caratteri' })
    expect(dispute('a'.repeat(20))).toBeNull()
    expect(dispute('a'.repeat(2001))).toEqual({ message: 'Deve avere al massimo 2000 caratteri' })
    expect(
      dispute(
        'a'.repeat(20),
        Array.from({ length: 6 }, () => 'https://a.example'),
      ),
    ).toEqual({
      evidenceUrls: 'Deve avere al massimo 5 elementi',
    })
    expect(dispute('a'.repeat(20), ['http://a.example'])).toEqual({
      'evidenceUrls.0': 'Inserisci un indirizzo https valido',
    })
    expect(fieldsOf(openDisputeBody, { message: 'a'.repeat(20) })).toEqual({ reason: 'Motivo richiesto' })
  })

  it('Q-44: name a client once, by id or by e-mail', () => {
    const scores = { punctualityScore: 9, kindnessScore: 9, paymentScore: 9, roomConditionScore: 0 }
    const rating = { overallRating: 5, ...scores, stayType: 'leisure', stayDate: '2026-03-01' }
    expect(fieldsOf(rateClientBody, { ...rating, clientEmail: 'anna@bo.example' })).toBeNull()
    expect(fieldsOf(rateClientBody, { ...rating, clientId: 'anna' })).toBeNull()
    expect(Object.keys(fieldsOf(rateClientBody, rating) ?? {})).toEqual(['clientEmail'])
    expect(fieldsOf(rateClientBody, { ...rating, clientId: 'a', stayDate: '2026-02-30' })).toEqual({
      stayDate: 'Inserisci una data valida',
    })
  })

  it.each(['0000-01-01', '1899-12-31', '2200-01-01', '9999-12-31'])('Q-118: reject the day %s', (date) => {
    const rejected = 'Inserisci una data valida'
    expect(fieldsOf(rateClientBody, { stayDate: date })).toMatchObject({ stayDate: rejected })
    expect(fieldsOf(bookHotelBody, { checkIn: date, checkOut: date })).toMatchObject({
      checkIn: rejected,
      checkOut: rejected,
    })
    expect(fieldsOf(excludePeriodBody, { from: date, to: date })).toMatchObject({ from: rejected, to: rejected })
  })

  it('Q-118: reject a picture with NUL or half a character in its URL', () => {
    const rejected = 'Contiene caratteri non ammessi'
    const owner = { email: 'aurora@posta.example', password: 'Segretissima1!' }
    const place = {
      businessName: 'Hotel Aurora',
      businessType: 'hotel',
      location: 'Via del Corso 12, Roma',
      province: 'RM',
    }
    const business = { username: 'aurora', ...owner, ...place }
    expect(fieldsOf(registerBusinessBody, { ...business, businessPhoto: 'https://foto.example/a.jpg' })).toBeNull()
    for (const businessPhoto of ['https://foto.example/\0.jpg', 'https://foto.example/\ud83d.jpg'])
      expect(fieldsOf(registerBusinessBody, { ...business, businessPhoto })).toEqual({ businessPhoto: rejected })
  })

  it('Q-118: reject such a text at any depth, whatever the schema says', () => {
    const schema = z.object({ list: z.array(z.object({ text: z.string() })) })
    expect(fieldsOf(schema, { list: [{ text: 'bene' }, { text: 'a\0' }] })).toEqual({
      'list.1.text': 'Contiene caratteri non ammessi',
    })
    expect(validate(z.string(), '\udc00')).toEqual({ ok: false, fields: {}, first: 'Contiene caratteri non ammessi' })
  })

  it('Q-72: ignore prices calculated by the booking form', () => {
    const stay = { hotelId: 'h', destination: 'Roma', checkIn: '2026-05-01', checkOut: '2026-05-03', guests: 2 }
    expect(fieldsOf(bookHotelBody, { ...stay, totalPrice: 0.01, avaEarned: 1e9, status: 'confirmed' })).toBeNull()
    expect(fieldsOf(bookHotelBody, { ...stay, userId: 'another' })).toEqual({ userId: 'Campo non previsto' })
  })
})
