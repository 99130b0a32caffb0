import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { capabilities } from '../../application/capabilities.ts'
import { completeDueBookings } from '../../application/due.ts'
import { handle } from '../../application/handle.ts'
import { account } from '../../domain/access/account/decider.ts'
import { TE } from '../../domain/kernel/fp.ts'
import type { Day } from '../../domain/kernel/primitives.ts'
import { foldInMemory } from '../../infrastructure/projections/in-memory.ts'
import { commissions } from '../../projections/commissions.ts'
import { referrals } from '../../projections/referrals.ts'
import { application, right } from '../support/application.ts'

let app: ReturnType<typeof application>
beforeEach(async () => {
  app = application()
  await app.business('aurora', { phone: '333 1234567' })
})

const create = (who = 'aurora', rateHundredths = 500, programmeId = randomUUID()) =>
  app.as(who, capabilities.createProgramme, { programmeId, name: 'Amici', description: null, rateHundredths })
const codeOf = async (who: string) =>
  (await app.events('ReferralCodeIssued')).find(({ accountId }) => accountId === who)?.code ?? ''
const converted = async () => (await app.events('ReferralConverted')).map(({ referredId }) => referredId)
const referralRows = async () => [...foldInMemory(referrals, await app.log()).values()]
const commissionRows = async () => [...foldInMemory(commissions, await app.log()).values()]
const book = async (who: string) => {
  const bookingId = randomUUID()
  const stay = { destination: 'Roma', checkIn: '2026-05-10' as Day, checkOut: '2026-05-13' as Day, guests: 2 }
  right(await app.as(who, capabilities.bookHotel, { bookingId, hotelId: 'hotel-belvedere', ...stay }))
  return bookingId
}

const leaves = async (who: string) => {
  const names = { emailId: 'hash', usernameId: null, obstacles: [] }
  const command = { type: 'DeleteAccount', cause: 'owner', reason: null, ...names, at: app.now() } as const
  const actor = { id: who, role: 'business' } as const
  const meta = { correlationId: 'leaves', causationId: null, actor, occurredAt: app.now() }
  right(await handle(app.deps)(account, who, command, meta)())
}

describe('affiliate codes (Q-81)', () => {
  it('are created with the first programme and count immediately', async () => {
    right(await create())
    right(await create())
    expect(await referralRows()).toMatchObject([{ accountId: 'aurora', clicks: 0, conversions: 0 }])
    expect(await app.events('AffiliateProgrammeCreated')).toHaveLength(2)
  })

  it('attribute a new user once, when the user confirms the e-mail address', async () => {
    right(await create())
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
    right(await create('aurora', 500))
    right(await create('aurora', 900))
    await app.client('giulia', { referral: await codeOf('aurora') })
    expect(await app.events('ReferralConverted')).toMatchObject([{ rateHundredths: 900 }])
  })

  it('never attribute a user to themselves: a second account with the same phone number does not count', async () => {
    right(await create())
    const referral = await codeOf('aurora')
    await app.client('me-again', { referral, phone: '+39 333 1234567' })
    expect(await converted()).toEqual([])
    await app.client('somebody', { referral, phone: '+39 333 7654321' })
    expect(await converted()).toEqual(['somebody'])
  })

  it('attribute nobody when the code does not exist', async () => {
    await app.client('giulia', { referral: 'NOBODYS' })
    expect(await converted()).toEqual([])
    expect(app.surprises).toEqual([])
  })

  it('attribute nobody once the affiliate has deleted the account', async () => {
    right(await create())
    const referral = await codeOf('aurora')
    await leaves('aurora')
    await app.client('giulia', { referral })
    expect(await converted()).toEqual([])
  })

  it('require a confirmed e-mail address', async () => {
    await app.business('borgo', { confirmed: false })
    expect(await create('borgo')).toMatchObject({ left: { rejection: { type: 'EmailNotConfirmed' } } })
  })
})

describe('commissions (Q-81, Q-82)', () => {
  beforeEach(async () => {
    right(await create('aurora', 550))
    await app.client('giulia', { referral: await codeOf('aurora') })
  })

  it('are pending from the booking and earned when the stay is over', async () => {
    const bookingId = await book('giulia')
    const [booked] = await app.events('BookingConfirmed')
    const amountCents = Math.round((booked?.totalCents ?? 0) * 0.055)
    expect(await commissionRows()).toMatchObject([{ bookingId, accountId: 'aurora', amountCents, status: 'pending' }])
    app.later(30)
    const lookups = { ...app.lookups, bookingsToComplete: () => TE.right([bookingId]) }
    right(await completeDueBookings({ ...app.toolbox, lookups })())
    expect(await commissionRows()).toMatchObject([{ amountCents, status: 'earned' }])
  })

  it('are void when the booking is cancelled', async () => {
    const bookingId = await book('giulia')
    right(await app.as('giulia', capabilities.cancelBooking, { bookingId }))
    expect(await commissionRows()).toMatchObject([{ status: 'voided' }])
  })

  it('are not recorded when the guest was not referred', async () => {
    await app.client('marco')
    await book('marco')
    await app.catchUp()
    expect(await commissionRows()).toEqual([])
  })

  it('are not recorded once the affiliate has deleted the account', async () => {
    await leaves('aurora')
    await book('giulia')
    await app.catchUp()
    expect(await commissionRows()).toEqual([])
  })

  it('are recorded once, even when the process dies in between', async () => {
    // the day’s allowance and the booking are written, the commission is not
    app.diesAfter(2)
    const bookingId = randomUUID()
    const stay = { destination: 'Roma', checkIn: '2026-05-10' as Day, checkOut: '2026-05-13' as Day, guests: 2 }
    await app.as('giulia', capabilities.bookHotel, { bookingId, hotelId: 'hotel-belvedere', ...stay })
    await app.comesBack()
    await app.catchUp()
    expect(await commissionRows()).toHaveLength(1)
  })
})
