import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { earnAva } from '../../../support/ava/earned-ava.ts'
import { startTestChain } from '../../../support/ava/test-chain.ts'
import { messagesTo } from '../../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient, signUpStaff } from '../../../support/users.ts'

type TestGarbo = Awaited<ReturnType<typeof startTestGarbo>>
let testChain: Awaited<ReturnType<typeof startTestChain>>
let company: Awaited<ReturnType<typeof testChain.open>>
let garbo: TestGarbo
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let ana: Awaited<ReturnType<typeof signUpClient>>
let ada: Awaited<ReturnType<typeof signUpStaff>>

beforeAll(async () => {
  testChain = await startTestChain()
  company = await testChain.open()
  garbo = await startTestGarbo()
  rosa = await signUpBusiness(garbo, 'rosa')
  ana = await signUpClient(garbo, 'ana')
  ada = await signUpStaff(garbo, 'ada', 'ADMIN')
})
afterAll(async () => {
  await garbo.stop()
  await testChain.stop()
})

const earn = (accountId: string, amount: number) => earnAva(garbo.config, accountId, amount)
const idOf = async (browser: ApiClient) => ((await browser.get('/api/ava/wallet')).body as { id: string }).id
const configureWallet = (browser: ApiClient, id: string, body: unknown) =>
  browser.send('PUT', `/api/ava/wallet/${id}`, { password, ...(body as object) })
const countEvents = async () =>
  (await garbo.database.pool.query<{ n: string }>('select count(*) as n from log.events')).rows[0]?.n

describe('configuring the wallet', () => {
  it('E-09, E-53, A-54, R-50, Q-70: sets address and threshold in one call, and both address fields', async () => {
    const publicWalletAddress = company.newAddress()
    const id = await idOf(rosa.browser)
    expect(await configureWallet(rosa.browser, id, { publicWalletAddress, payoutThreshold: 25 })).toMatchObject({
      status: 200,
      body: { id, publicWalletAddress, payoutThreshold: 25, virtualBalance: 0 },
    })
    expect(await rosa.browser.get('/api/ava/profile')).toMatchObject({
      body: {
        avaWalletAddress: publicWalletAddress,
        ratingsPerAva: 10,
        ratingsToNextAva: 10,
        premiumOffer: { days: 30, price: 10, affordable: false },
      },
    })
    expect(await rosa.browser.get('/api/ava/wallet')).toMatchObject({
      body: { publicWalletAddress, payoutThreshold: 25 },
    })
  })

  it('A-53, Q-70, Q-106: sets both address fields by the other call too, for clients as well', async () => {
    const walletAddress = company.newAddress()
    expect(await ana.browser.post('/api/ava/wallet', { walletAddress: ` ${walletAddress} `, password })).toMatchObject({
      status: 200,
      body: { publicWalletAddress: walletAddress, payoutThreshold: 10 },
    })
    expect(await ana.browser.get('/api/ava/profile')).toMatchObject({ body: { avaWalletAddress: walletAddress } })
  })

  it('Q-127: refuses an address whose letters contradict its checksum', async () => {
    const id = await idOf(rosa.browser)
    const mistyped = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'
    const refused = {
      status: 400,
      body: {
        message:
          'L’indirizzo contiene un errore: maiuscole e minuscole non corrispondono. Copialo di nuovo dal tuo wallet.',
      },
    }
    expect(await rosa.browser.post('/api/ava/wallet', { walletAddress: mistyped, password })).toMatchObject(refused)
    const body = { publicWalletAddress: mistyped, payoutThreshold: 10 }
    expect(await configureWallet(rosa.browser, id, body)).toMatchObject(refused)
  })

  it('Q-127: requires the password for a new address, and none for a new threshold', async () => {
    const { browser, id } = await signUpBusiness(garbo, 'bea')
    const publicWalletAddress = company.newAddress()
    const configuration = { publicWalletAddress, payoutThreshold: 10 }
    const configured = (more: object) => browser.send('PUT', `/api/ava/wallet/${id}`, { ...configuration, ...more })
    expect(await configured({})).toMatchObject({ status: 400, body: { code: 'PasswordNeeded' } })
    expect(await configured({ password: 'Sbagliata.1!' })).toMatchObject({
      status: 400,
      body: { code: 'CurrentPasswordWrong', message: 'La password attuale non è corretta.' },
    })
    const walletAddress = publicWalletAddress
    expect(await browser.post('/api/ava/wallet', { walletAddress })).toMatchObject({ body: { code: 'PasswordNeeded' } })
    expect(await browser.get('/api/ava/wallet')).toMatchObject({ body: { publicWalletAddress: null } })
    expect((await configured({ password })).status).toBe(200)
    expect(await configured({ payoutThreshold: 30 })).toMatchObject({ status: 200, body: { payoutThreshold: 30 } })
  })

  it('Q-127: refuses an address that another account uses, also of two at the same time', async () => {
    const walletAddress = company.newAddress()
    const set = (browser: ApiClient) => browser.post('/api/ava/wallet', { walletAddress, password })
    const responses = await Promise.all([set(rosa.browser), set(ana.browser)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(responses.find(({ status }) => status === 409)).toMatchObject({
      body: { message: 'Questo indirizzo è già usato da un altro account.', code: 'PayoutAddressTaken' },
    })
  })

  it.each(['', '   ', '0x', '0x12', `0x${'g'.repeat(40)}`, `0x${'0'.repeat(40)}`, 'bc1qar0srrr7xfkvy5l643', null])(
    'V-61, T-185, T-186: rejects the address %j without changes',
    async (address) => {
      const [before, id] = [await countEvents(), await idOf(rosa.browser)]
      const posted = await rosa.browser.post('/api/ava/wallet', { walletAddress: address, password })
      expect(posted.status).toBe(400)
      const configured = await configureWallet(rosa.browser, id, { publicWalletAddress: address, payoutThreshold: 20 })
      expect(configured.status).toBe(400)
      expect(JSON.stringify(posted.body)).toContain('Inserisci un indirizzo wallet AVA valido')
      expect(JSON.stringify(configured.body)).toContain('Inserisci un indirizzo wallet valido')
      expect(await countEvents()).toBe(before)
    },
  )

  it.each([0, 101, -5, 2.5, '20', null])(
    'V-62, C-23: rejects the threshold %j without changes',
    async (payoutThreshold) => {
      const [before, id] = [await countEvents(), await idOf(rosa.browser)]
      const response = await configureWallet(rosa.browser, id, {
        publicWalletAddress: company.newAddress(),
        payoutThreshold,
      })
      expect(response.status).toBe(400)
      expect(await countEvents()).toBe(before)
    },
  )

  it('T-190, Q-70: does not find another account’s wallet', async () => {
    const [before, otherId] = [await countEvents(), await idOf(ana.browser)]
    const body = { publicWalletAddress: company.newAddress(), payoutThreshold: 10 }
    expect(await configureWallet(rosa.browser, otherId, body)).toMatchObject({
      status: 404,
      body: { message: 'Wallet non trovato' },
    })
    expect((await configureWallet(ana.browser, otherId, body)).status).toBe(403)
    expect(await countEvents()).toBe(before)
  })
})

describe('Premium', () => {
  it('A-56, B-33, Q-73: costs ten AVA for thirty days, even when the request is repeated', async () => {
    await earn(await idOf(ana.browser), 14)
    const idempotencyKey = ana.browser.idempotencyKey()
    for (let times = 0; times < 2; times++)
      expect(await ana.browser.post('/api/ava/upgrade-premium', { durationDays: 30 }, idempotencyKey)).toMatchObject({
        status: 200,
        body: { isPremium: true, avaBalance: 4, premiumExpiresAt: expect.any(String) },
      })
    expect(await ana.browser.get('/api/ava/transactions')).toMatchObject({
      body: expect.arrayContaining([expect.objectContaining({ type: 'premium_upgrade', amount: -10 })]),
    })
  })

  it('A-56, T-193: is rejected for another duration, without AVA and while active', async () => {
    expect((await rosa.browser.post('/api/ava/upgrade-premium', { durationDays: 365 })).status).toBe(400)
    expect(await rosa.browser.post('/api/ava/upgrade-premium', { durationDays: 30 })).toMatchObject({
      status: 409,
      body: { message: 'Saldo AVA insufficiente' },
    })
    expect(await ana.browser.post('/api/ava/upgrade-premium', { durationDays: 30 })).toMatchObject({
      status: 409,
      body: { code: 'AlreadyPremium' },
    })
  })
})

const forcePayout = (browser: ApiClient) => browser.post('/api/ava/force-payout')
const payoutsOf = async (browser: ApiClient) =>
  (await browser.get('/api/ava/payouts')).body as readonly Readonly<Record<string, unknown>>[]

describe('payouts without a company wallet', () => {
  it('A-57, Q-71: do not happen, and a forced run reports it', async () => {
    await earn(await idOf(rosa.browser), 40)
    expect(await forcePayout(ada.browser)).toMatchObject({ status: 409, body: { code: 'ChainNotConfigured' } })
    expect(await rosa.browser.get('/api/ava/wallet')).toMatchObject({ body: { virtualBalance: 40 } })
    expect(await payoutsOf(rosa.browser)).toEqual([])
  })

  it('E-08, E-09, E-39, A-50, A-51, A-52, Q-69: leave the same balance in profile, wallet and transactions', async () => {
    const sums: number[] = []
    for (const { browser } of [rosa, ana]) {
      const [profile, wallet, transactions] = await Promise.all(
        ['profile', 'wallet', 'transactions'].map(async (path) => (await browser.get(`/api/ava/${path}`)).body),
      )
      const available = (transactions as { amount: number; maturing: boolean }[]).filter(({ maturing }) => !maturing)
      const sum = available.reduce((total, { amount }) => total + amount, 0)
      expect(profile).toMatchObject({ avaBalance: sum })
      expect(wallet).toMatchObject({ virtualBalance: sum })
      expect(sum).toBeGreaterThan(0)
      sums.push(sum)
    }
    expect(sums[0]).toBe(40)
  })

  it('A-57, P-10: can be forced by administrators only', async () => {
    for (const { browser } of [rosa, ana]) expect((await forcePayout(browser)).status).toBe(403)
    expect((await forcePayout(garbo.visitor())).status).toBe(401)
  })
})

describe('payouts with a company wallet', () => {
  const longPoll = { timeout: 30_000 }
  const batchEvents = async () => {
    const { rows } = await garbo.database.pool.query<{ name: string }>(
      'select t.name from log.events e join log.types t using (type_no)',
    )
    return rows.map(({ name }) => name)
  }
  const signIn = async (username: string) => {
    const browser = garbo.visitor()
    const response = await browser.post('/api/auth/login', { username, password: 'Benvenuti.2026!' })
    expect(response.status).toBe(200)
    return browser
  }

  it('E-10, A-55, A-57, B-34, C-23, S-16, Q-109: are sent in a batch, wait and are confirmed by the chain', async () => {
    const sia = await signUpBusiness(garbo, 'sia')
    await earn(await idOf(sia.browser), 90)
    await sia.browser.post('/api/ava/wallet', { walletAddress: company.newAddress(), password })
    const sanction = { userId: sia.id, reason: 'SPAM', severity: 'PERMANENT' }
    expect((await ada.browser.post('/api/admin/sanctions', sanction)).status).toBe(201)
    await garbo.restart({ ...company.environment, EVM_CONFIRMATIONS: '2' })
    const [business, admin] = [await signIn('rosa'), await signIn('ada')]
    const { publicWalletAddress } = (await business.get('/api/ava/wallet')).body as { publicWalletAddress: string }

    expect(await forcePayout(admin)).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    await expect
      .poll(() => payoutsOf(business), longPoll)
      .toMatchObject([
        { amount: 40, status: 'pending', toAddress: publicWalletAddress, transactionHash: null, confirmedAt: null },
      ])
    // The company wallet is not funded yet: the payout waits and the log states the reason.
    await expect.poll(() => garbo.log(), longPoll).toContain('ERC20InsufficientBalance')
    expect(await batchEvents()).not.toContain('PayoutTransactionSigned')
    await company.give(100)
    expect((await forcePayout(admin)).status).toBe(200)
    await expect.poll(() => batchEvents(), longPoll).toContain('PayoutTransactionSent')
    expect(await business.get('/api/ava/wallet')).toMatchObject({ body: { virtualBalance: 0 } })

    await company.mine(2)
    expect((await forcePayout(admin)).status).toBe(200)
    await expect
      .poll(() => payoutsOf(business), longPoll)
      .toMatchObject([
        {
          amount: 40,
          status: 'confirmed',
          transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
          gasUsed: expect.any(Number),
          confirmedAt: expect.any(String),
        },
      ])
    expect(await company.balanceOf(publicWalletAddress)).toBe(40)
    expect(await business.get('/api/ava/transactions')).toMatchObject({
      body: [
        { type: 'spent', amount: -40, transactionHash: expect.stringMatching(/^0x/) },
        { type: 'earned', amount: 40 },
      ],
    })
  })

  it('B-35: exclude suspended accounts', async () => {
    const plannedBatches = `select e.data::text as data from log.events e join log.types t using (type_no)
      where t.name = 'PayoutBatchPlanned'`
    const { rows } = await garbo.database.pool.query<{ data: string }>(plannedBatches)
    expect(rows.map(({ data }) => (JSON.parse(data) as { accountIds: unknown }).accountIds)).toEqual([[rosa.id]])
  })

  it('Q-71: leave nothing in the server log or in clear in events', async () => {
    const { privateKey } = company.settings
    const { rows } = await garbo.database.pool.query<{ data: string }>('select data::text as data from log.events')
    const response = (await signIn('rosa')).get('/api/ava/wallet')
    const { publicWalletAddress } = (await response).body as { publicWalletAddress: string }
    for (const secret of [privateKey.slice(2), publicWalletAddress.slice(2)]) {
      const pattern = new RegExp(secret, 'i')
      expect(rows.filter(({ data }) => pattern.test(data))).toEqual([])
      expect(garbo.log()).not.toMatch(pattern)
    }
  })
})

describe('Q-127: the hold on a new payout address', () => {
  it('is shown with the time when payouts start, and is kept when the address is saved again', async () => {
    await garbo.restart({ WALLET_HOLD_HOURS: '48' })
    const { browser } = await signUpClient(garbo, 'lia')
    expect(await browser.get('/api/ava/wallet')).toMatchObject({ body: { payoutsFrom: null } })
    const walletAddress = company.newAddress()
    const { body } = await browser.post('/api/ava/wallet', { walletAddress, password })
    const { payoutsFrom } = body as { payoutsFrom: string }
    expect(Date.parse(payoutsFrom)).toBeGreaterThan(Date.now())
    expect(await browser.post('/api/ava/wallet', { walletAddress, password })).toMatchObject({ body: { payoutsFrom } })
    expect(await browser.get('/api/ava/profile')).toMatchObject({ body: { payoutsFrom } })
  })
})

describe('Q-127: the letter about a changed payout address', () => {
  it('undoes the change with one click, once, without sign-in', async () => {
    const { browser, email } = await signUpClient(garbo, 'noa')
    const [former, later] = [company.newAddress(), company.newAddress()]
    const letters = async () => (await messagesTo(browser, email)).filter((text) => text.includes('/annulla/'))
    /** The letter that follows. */
    const changeTo = async (walletAddress: string): Promise<string> => {
      const before = new Set(await letters())
      expect((await browser.post('/api/ava/wallet', { walletAddress, password })).status).toBe(200)
      return vi.waitFor(async () => {
        const letter = (await letters()).find((text) => !before.has(text))
        if (letter === undefined) throw new Error('no letter yet')
        return letter
      }, 20_000)
    }
    const tokenOf = (letter: string) => /\/annulla\/([\w-]+)$/m.exec(letter)?.[1] ?? ''
    const undo = (token: string) => garbo.visitor().post('/api/ava/wallet/undo', { token })
    const addressNow = async () => (await browser.get('/api/ava/wallet')).body
    const first = await changeTo(former)
    const second = await changeTo(later)
    expect(second).not.toContain(later)
    expect(await undo(tokenOf(second))).toMatchObject({ status: 200, body: { restored: true } })
    expect(await addressNow()).toMatchObject({ publicWalletAddress: former })
    expect(await undo(tokenOf(second))).toMatchObject({ status: 409, body: { code: 'UndoLinkUsed' } })
    expect(await undo(tokenOf(first))).toMatchObject({ status: 200, body: { restored: false } })
    expect(await addressNow()).toMatchObject({ publicWalletAddress: null })
    expect(await undo('nessuno')).toMatchObject({ status: 400, body: { code: 'UndoLinkInvalid' } })
  })
})
