import { Wallet } from 'ethers'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { companyWalletResponse } from '../../../../web/api/ava/responses.ts'
import { endpoints } from '../../../../web/contract/endpoints.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { startTestChain } from '../../../support/ava/test-chain.ts'
import { cellsContaining } from '../../../support/database.ts'
import { at } from '../../../support/sample-values.ts'
import { runOperatorCommand, startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient, signUpModerator, signUpStaff } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let ada: Awaited<ReturnType<typeof signUpStaff>>
beforeAll(async () => {
  garbo = await startTestGarbo()
  ada = await signUpStaff(garbo, 'ada', 'ADMIN')
})
afterAll(() => garbo.stop())

const [info, generate] = [endpoints.companyWallet.path, endpoints.generateWallet.path]
const generateWallet = async (browser: ApiClient, headers: Readonly<Record<string, string>> = {}) => {
  const response = await browser.post(generate, { password }, headers)
  expect(response.status).toBe(200)
  return { ...endpoints.generateWallet.response.parse(response.body).wallet, headers: response.headers }
}
/** The wallet's events as the operator reads them. */
const readRecordedEvents = async () =>
  (await runOperatorCommand(garbo, 'audit', 'replay', 'treasury-company'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
const countEvents = async () =>
  (await garbo.database.pool.query<{ n: string }>('select count(*) as n from log.events')).rows[0]?.n

describe('access to the company wallet', () => {
  it('A-58, A-59, Q-11, Q-108, P-16: is for administrators only, with any password', async () => {
    const others = [
      (await signUpBusiness(garbo, 'rosa')).browser,
      (await signUpClient(garbo, 'ana')).browser,
      (await signUpModerator(garbo, 'mario')).browser,
    ]
    const before = await countEvents()
    for (const browser of others) {
      expect(await browser.get(info)).toMatchObject({ status: 403, body: { code: 'Forbidden' } })
      expect(await browser.post(generate, { password })).toMatchObject({ status: 403, body: { code: 'Forbidden' } })
    }
    expect((await garbo.visitor().get(info)).status).toBe(401)
    expect((await garbo.visitor().post(generate, { password })).status).toBe(401)
    expect(await countEvents()).toBe(before)
  })
})

describe('without a company wallet', () => {
  it('A-58, E-40, R-83: the status reports that none is configured', async () =>
    expect(await ada.browser.get(info)).toMatchObject({
      status: 200,
      body: {
        configured: false,
        walletAddress: null,
        balance: null,
        message: 'Nessun wallet aziendale è configurato: i saldi AVA restano su Garbo.',
      },
    }))

  it.each([
    [{}, 'Inserisci la tua password'],
    [{ password: '' }, 'Inserisci la tua password'],
    [{ password: 'Sbagliata.2026!' }, 'La password attuale non è corretta.'],
    [{ password, privateKey: '0x00' }, 'Campo non previsto'],
  ])('A-59, Q-14, Q-105: generation is rejected for %j', async (body, message) => {
    const before = await countEvents()
    const response = await ada.browser.post(generate, body)
    expect(response.status).toBe(400)
    expect(JSON.stringify(response.body)).toContain(message)
    expect(await countEvents()).toBe(before)
  })

  it('A-59, E-41: an administrator can generate matching keys', async () => {
    const { address, privateKey, mnemonic, headers } = await generateWallet(ada.browser)
    expect(Wallet.fromPhrase(mnemonic)).toMatchObject({ address, privateKey })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('A-59, Q-14: the same keys are never generated again, even with the same Idempotency-Key', async () => {
    const idempotencyKey = ada.browser.idempotencyKey()
    const [first, second] = [
      await generateWallet(ada.browser, idempotencyKey),
      await generateWallet(ada.browser, idempotencyKey),
    ]
    expect(second.privateKey).not.toBe(first.privateKey)
    expect(second.headers.get('idempotency-replayed')).toBeNull()
  })

  it('Q-14: generation is recorded with actor, time and address, and the latest address is shown', async () => {
    const { address } = await generateWallet(ada.browser)
    expect((await readRecordedEvents()).at(-1)).toMatchObject({
      actor: { id: ada.id, role: 'admin' },
      type: 'CompanyWalletGenerated',
      data: { address, by: ada.id, at: expect.any(String) },
    })
    expect(await ada.browser.get(info)).toMatchObject({
      body: { configured: false, walletAddress: null, message: expect.stringContaining(address) },
    })
  })
})

/** Contents of all files below a folder. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : [readFileSync(path, 'utf8')]
  })

describe('generated keys', () => {
  it('Q-14, A-59: remain neither in the database nor in the log nor on disk', async () => {
    const { address, privateKey, mnemonic } = await generateWallet(ada.browser, ada.browser.idempotencyKey())
    const keyDigits = privateKey.slice(2)
    const words = mnemonic.split(' ')
    const wordTriples = words.slice(2).map((word, n) => `${words[n]} ${words[n + 1]} ${word}`)
    const inBase64 = Buffer.from(keyDigits, 'hex').toString('base64')
    const secrets = [keyDigits, keyDigits.toUpperCase(), inBase64, password, ...wordTriples]
    expect(await cellsContaining(garbo.database.pool, secrets)).toEqual([])
    expect(secrets.filter((secret) => garbo.log().includes(secret))).toEqual([])
    const files = filesIn(garbo.home)
    expect(secrets.filter((secret) => files.some((text) => text.includes(secret)))).toEqual([])
    // Control: the search finds a stored value.
    expect(await cellsContaining(garbo.database.pool, [address])).toEqual(['log.events.data'])
  })
})

describe('the status of a company wallet', () => {
  const wallet = { address: '0xus', balances: { ava: 30, canPayFees: true }, canPay: true }
  const responseFor = (changes: Partial<Parameters<typeof companyWalletResponse>[0]['wallet'] & object>) =>
    companyWalletResponse({ wallet: { ...wallet, ...changes }, generated: null })

  it.each([
    [{}, 30, 'Il wallet aziendale è pronto a pagare.'],
    [{ balances: { ava: 0, canPayFees: true } }, 0, 'Sul wallet non ci sono AVA: i pagamenti sono in attesa.'],
    [
      { balances: { ava: 30, canPayFees: false } },
      30,
      'Sul wallet manca la valuta della rete, necessaria per le commissioni.',
    ],
    [{ balances: null }, null, 'La rete non risponde: il saldo non è disponibile.'],
    [{ canPay: false }, 30, 'Il contratto per i pagamenti non è configurato: i saldi AVA restano su Garbo.'],
  ])('A-58: with %j states balance and message', (changes, balance, message) =>
    expect(responseFor(changes)).toEqual({ configured: true, walletAddress: '0xus', balance, message }),
  )

  it('A-58: names a generated wallet that is not configured yet, with its date', () =>
    expect(companyWalletResponse({ wallet: null, generated: { address: '0xnew', at: at('2026-03-08') } }).message).toBe(
      'Il wallet 0xnew è stato generato l’8 marzo 2026 ma non è ancora configurato.',
    ))
})

describe('with a company wallet', () => {
  it('A-58, A-59, B-37, Q-14: address and balance are shown, and generating another is rejected', async () => {
    const testChain = await startTestChain()
    const company = await testChain.open()
    await company.give(100)
    const { privateKey } = company.settings
    await garbo.restart(company.environment)
    const browser = garbo.visitor()
    expect((await browser.post('/api/auth/login', { username: 'ada', password })).status).toBe(200)
    const configured = { configured: true, walletAddress: new Wallet(privateKey).address }
    expect(await browser.get(info)).toMatchObject({
      body: { ...configured, balance: 100, message: 'Il wallet aziendale è pronto a pagare.' },
    })
    const before = await countEvents()
    expect(await browser.post(generate, { password })).toMatchObject({
      status: 409,
      body: { code: 'CompanyWalletConfigured', message: 'Il wallet aziendale è già configurato.' },
    })
    expect(await countEvents()).toBe(before)

    await testChain.stop()
    expect(await browser.get(info)).toMatchObject({ status: 200, body: { ...configured, balance: null } })
    expect(garbo.log()).not.toContain(privateKey.slice(2))
  })
})
