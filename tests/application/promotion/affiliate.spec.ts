import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { decideAndAppend } from '../../../application/command-handler.ts'
import { completeDueBookings } from '../../../application/travel/bookings.ts'
import { account } from '../../../domain/accounts/account.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import { foldInMemory } from '../../../infrastructure/projections/projection-engine.ts'
import { commissions, referrals } from '../../../projections/promotion/affiliate.ts'
import { inMemoryApplication, unwrap } from '../../support/application.ts'

let app: ReturnType<typeof inMemoryApplication>
beforeEach(async () => {
  app = inMemoryApplication()
  await app.business('aurora', { phone: '333 1234567' })
})

const create = (affiliateId = 'aurora', rateHundredths = 500, programmeId = randomUUID()) =>
  app.as(affiliateId, useCases.createProgramme, { programmeId, name: 'Amici', description: null, rateHundredths })
const codeOf = async (affiliateId: string) =>
  (await app.events('ReferralCodeIssued')).find(({ accountId }) => accountId === affiliateId)?.code ?? ''
const converted = async () => (await app.events('ReferralConverted')).map(({ referredId }) => referredId)
const referralRows = async () => [...foldInMemory(referrals, await app.log()).values()]
const commissionRows = async () => [...foldInMemory(commissions, await app.log()).values()]
const book = async (affiliateId: string) => {
  const bookingId = randomUUID()
  const stay = { destination: 'Roma', checkIn: '2026-05-10' as Day, checkOut: '2026-05-13' as Day, guests: 2 }
  unwrap(await app.as(affiliateId, useCases.bookHotel, { bookingId, hotelId: 'hotel-belvedere', ...stay }))
  return bookingId
}

const deleteAccount = async (affiliateId: string) => {
  const names = { emailId: 'hash', usernameId: null, obstacles: [] }
  const command = { type: 'DeleteAccount', cause: 'owner', reason: null, ...names, at: app.now() } as const
  const actor = { id: affiliateId, role: 'business' } as const
  const meta = { correlationId: 'leaves', causationId: null, actor, occurredAt: app.now() }
  unwrap(await decideAndAppend(app.deps)(account, affiliateId, command, meta)())
}

describe('affiliate codes (Q-81)', () => {
  it('are created with the first programme and count immediately', async () => {
    unwrap(await create())
    unwrap(await create())
    expect(await referralRows()).toMatchObject([{ accountId: 'aurora', clicks: 0, conversions: 0 }])
    expect(await app.events('AffiliateProgrammeCreated')).toHaveLength(2)
  })

  it('attribute nobody with the same mailbox (Q-123)', async () => {
    await app.business('mario', { email: 'mario.rossi@gmail.com' })
    unwrap(await create('mario'))
    await app.client('giulia', {
      referral: await codeOf('mario'),
      email: 'mariorossi+1@gmail.com',
      phone: '333 9998887',
    })
    expect(await converted()).toEqual([])
  })

  it('attribute a new user once, when the user confirms the e-mail address', async () => {
    unwrap(await create())
    const referral = await codeOf('aurora')
    await app.client('giulia', { referral, confirmed: false })
    expect(await converted()).toEqual([])
    await app.confirm('giulia')
    await app.confirm('giulia')
    await app.catchUp()
    expect(await converted()).toEqual(['giulia'])
    expect(await referralRows()).toMatchObject([{ conversions: 1 }])
  })

  it('use the latest programme', async () => {
    unwrap(await create('aurora', 500))
    unwrap(await create('aurora', 900))
    await app.client('giulia', { referral: await codeOf('aurora') })
    expect(await app.events('ReferralConverted')).toMatchObject([{ rateHundredths: 900 }])
  })

  it('never attribute a user to themselves: a second account with the same phone number does not count', async () => {
    unwrap(await create())
    const referral = await codeOf('aurora')
    await app.client('me-again', { referral, phone: '+39 333 1234567' })
    expect(await converted()).toEqual([])
    await app.client('somebody', { referral, phone: '+39 333 7654321' })
    expect(await converted()).toEqual(['somebody'])
  })

  it('attribute nobody when the code does not exist', async () => {
    await app.client('giulia', { referral: 'NOBODYS' })
    expect(await converted()).toEqual([])
    expect(app.unexpectedFailures).toEqual([])
  })

  it('attribute nobody once the affiliate has deleted the account', async () => {
    unwrap(await create())
    const referral = await codeOf('aurora')
    await deleteAccount('aurora')
    await app.client('giulia', { referral })
    expect(await converted()).toEqual([])
  })

  it('require a confirmed e-mail address', async () => {
    await app.business('borgo', { confirmed: false })
    expect(await create('borgo')).toMatchObject({ left: { rejection: { type: 'EmailNotConfirmed' } } })
  })
})

describe('Q-133: a programme with a commission above 30 percent', () => {
  const programmeId = randomUUID()
  const decideOn = (decision: 'approved' | 'refused', admin = 'ada') =>
    app.as(admin, useCases.decideProgramme, { accountId: 'aurora', programmeId, decision, reasons: 'Motivi validi.' })
  beforeEach(async () => {
    await app.business('ada', { province: 'AO' })
    await app.grant('ada', 'ADMIN')
  })

  it('can be joined only once an administrator has approved it', async () => {
    unwrap(await create('aurora', 3_001, programmeId))
    expect(await codeOf('aurora')).toBe('')
    unwrap(await decideOn('approved'))
    await app.client('giulia', { referral: await codeOf('aurora') })
    expect(await app.events('ReferralConverted')).toMatchObject([{ programmeId, rateHundredths: 3_001 }])
  })

  it('does not replace an earlier one while it waits, nor once it is refused', async () => {
    unwrap(await create('aurora', 500))
    unwrap(await create('aurora', 9_000, programmeId))
    const referral = await codeOf('aurora')
    await app.client('giulia', { referral })
    unwrap(await decideOn('refused'))
    await app.client('luca', { referral })
    expect(await app.events('ReferralConverted')).toMatchObject([{ rateHundredths: 500 }, { rateHundredths: 500 }])
  })

  it('is decided by administrators only', async () => {
    await app.moderator('mario')
    unwrap(await create('aurora', 3_001, programmeId))
    for (const who of ['mario', 'aurora'])
      expect(await decideOn('approved', who)).toMatchObject({ left: { rejection: { type: 'Forbidden' } } })
  })

  it('is gone once its creator has deleted the account', async () => {
    unwrap(await create('aurora', 3_001, programmeId))
    await deleteAccount('aurora')
    expect(await decideOn('approved')).toMatchObject({ left: { rejection: { type: 'ProgrammeNotFound' } } })
  })
})

describe('commissions (Q-81, Q-82)', () => {
  beforeEach(async () => {
    unwrap(await create('aurora', 550))
    await app.client('giulia', { referral: await codeOf('aurora') })
  })

  it('are pending from the booking and earned when the stay is over', async () => {
    const bookingId = await book('giulia')
    const [booked] = await app.events('BookingConfirmed')
    const amountCents = Math.round((booked?.totalCents ?? 0) * 0.055)
    expect(await commissionRows()).toMatchObject([{ bookingId, accountId: 'aurora', amountCents, status: 'pending' }])
    app.later(30)
    const lookups = {
      ...app.lookups,
      travel: { ...app.lookups.travel, bookingsToComplete: () => TE.right([bookingId]) },
    }
    unwrap(await completeDueBookings({ ...app.services, lookups })())
    expect(await commissionRows()).toMatchObject([{ amountCents, status: 'earned' }])
  })

  it('are void when the booking is cancelled', async () => {
    const bookingId = await book('giulia')
    unwrap(await app.as('giulia', useCases.cancelBooking, { bookingId }))
    expect(await commissionRows()).toMatchObject([{ status: 'voided' }])
  })

  it('are not recorded when the guest was not referred', async () => {
    await app.client('marco')
    await book('marco')
    await app.catchUp()
    expect(await commissionRows()).toEqual([])
  })

  it('are recorded for one of a guest’s bookings of the same nights, and again once all are cancelled (D-42)', async () => {
    const [first, second] = [await book('giulia'), await book('giulia')]
    expect(await commissionRows()).toMatchObject([{ bookingId: first, status: 'pending' }])
    for (const bookingId of [first, second]) unwrap(await app.as('giulia', useCases.cancelBooking, { bookingId }))
    const third = await book('giulia')
    expect(await commissionRows()).toMatchObject([
      { bookingId: first, status: 'voided' },
      { bookingId: third, status: 'pending' },
    ])
  })

  it('are not recorded while the affiliate is suspended, nor are conversions', async () => {
    await app.moderator('mario')
    const order = { accountId: 'aurora', reason: 'HARASSMENT', severity: 'HIGH', description: null } as const
    unwrap(await app.as('mario', useCases.imposeSanction, { sanctionId: randomUUID(), ...order }))
    await book('giulia')
    await app.client('luca', { referral: await codeOf('aurora') })
    await app.catchUp()
    expect(await commissionRows()).toEqual([])
    expect(await converted()).toEqual(['giulia'])
  })

  it('are not recorded once guest and affiliate are connected (Q-123)', async () => {
    unwrap(await app.as('giulia', useCases.editClientProfile, { phone: '333 1234567' }))
    await book('giulia')
    await app.catchUp()
    expect(await commissionRows()).toEqual([])
  })

  it('are not recorded once the affiliate has deleted the account', async () => {
    await deleteAccount('aurora')
    await book('giulia')
    await app.catchUp()
    expect(await commissionRows()).toEqual([])
  })

  it('are recorded once, even when the process dies in between', async () => {
    // the allowance and the booking are recorded, the commission is not
    app.crashAfterAppends(2)
    const bookingId = randomUUID()
    const stay = { destination: 'Roma', checkIn: '2026-05-10' as Day, checkOut: '2026-05-13' as Day, guests: 2 }
    await app.as('giulia', useCases.bookHotel, { bookingId, hotelId: 'hotel-belvedere', ...stay })
    await app.restart()
    await app.catchUp()
    expect(await commissionRows()).toHaveLength(1)
  })
})
