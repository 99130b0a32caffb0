import { Wallet } from 'ethers'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { companyWalletResponse } from '../../../../web/api/ava/responses.ts'
import { calls } from '../../../../web/contract/calls.ts'
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

const [info, generate] = [calls.companyWallet.path, calls.generateWallet.path]
const generated = async (browser: ApiClient, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await browser.post(generate, { password }, headers)
  expect(answer.status).toBe(200)
  return { ...calls.generateWallet.response.parse(answer.body).wallet, headers: answer.headers }
}
/** The wallet's events as the operator reads them. */
const onRecord = async () =>
  (await runOperatorCommand(garbo, 'audit', 'replay', 'treasury-company'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
const every = async () =>
  (await garbo.database.pool.query<{ n: string }>('select count(*) as n from log.events')).rows[0]?.n

describe('access to the company wallet', () => {
  it('A-58, A-59, Q-11, Q-108, P-16: is for administrators only, with any password', async () => {
    const others = [
      (await signUpBusiness(garbo, 'rosa')).browser,
      (await signUpClient(garbo, 'ana')).browser,
      (await signUpModerator(garbo, 'mario')).browser,
    ]
    const before = await every()
    for (const browser of others) {
      expect(await browser.get(info)).toMatchObject({ status: 403, body: { code: 'Forbidden' } })
      expect(await browser.post(generate, { password })).toMatchObject({ status: 403, body: { code: 'Forbidden' } })
    }
    expect((await garbo.visitor().get(info)).status).toBe(401)
    expect((await garbo.visitor().post(generate, { password })).status).toBe(401)
    expect(await every()).toBe(before)
  })
})

describe('without a company wallet', () => {
  it('A-58, E-40, R-83: the status says so', async () =>
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
  ])('A-59, Q-14, Q-105: %j is refused as password', async (body, words) => {
    const before = await every()
    const answer = await ada.browser.post(generate, body)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(words)
    expect(await every()).toBe(before)
  })

  it('A-59, E-41: generates matching keys', async () => {
    const { address, privateKey, mnemonic, headers } = await generated(ada.browser)
    expect(Wallet.fromPhrase(mnemonic)).toMatchObject({ address, privateKey })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('A-59, Q-14: never generates the same keys again, even with the same Idempotency-Key', async () => {
    const intent = ada.browser.intent()
    const [one, other] = [await generated(ada.browser, intent), await generated(ada.browser, intent)]
    expect(other.privateKey).not.toBe(one.privateKey)
    expect(other.headers.get('idempotency-replayed')).toBeNull()
  })

  it('Q-14: records who, when and which address, and shows the latest', async () => {
    const { address } = await generated(ada.browser)
    expect((await onRecord()).at(-1)).toMatchObject({
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
    const { address, privateKey, mnemonic } = await generated(ada.browser, ada.browser.intent())
    const bare = privateKey.slice(2)
    const words = mnemonic.split(' ')
    const threes = words.slice(2).map((word, n) => `${words[n]} ${words[n + 1]} ${word}`)
    const inBase64 = Buffer.from(bare, 'hex').toString('base64')
    const secrets = [bare, bare.toUpperCase(), inBase64, password, ...threes]
    expect(await cellsContaining(garbo.database.pool, secrets)).toEqual([])
    expect(secrets.filter((secret) => garbo.log().includes(secret))).toEqual([])
    const files = filesIn(garbo.home)
    expect(secrets.filter((secret) => files.some((text) => text.includes(secret)))).toEqual([])
    // control: the search finds a value that is stored
    expect(await cellsContaining(garbo.database.pool, [address])).toEqual(['log.events.data'])
  })
})

describe('status of a configured wallet', () => {
  const wallet = { address: '0xus', holdings: { ava: 30, fees: true }, pays: true }
  const responseFor = (more: Partial<Parameters<typeof companyWalletResponse>[0]['wallet'] & object>) =>
    companyWalletResponse({ wallet: { ...wallet, ...more }, generated: null })

  it.each([
    [{}, 30, 'Il wallet aziendale è pronto a pagare.'],
    [{ holdings: { ava: 0, fees: true } }, 0, 'Sul wallet non ci sono AVA: i pagamenti sono in attesa.'],
    [
      { holdings: { ava: 30, fees: false } },
      30,
      'Sul wallet manca la valuta della rete, necessaria per le commissioni.',
    ],
    [{ holdings: null }, null, 'La rete non risponde: il saldo non è disponibile.'],
    [{ pays: false }, 30, 'Manca il contratto dei pagamenti: i saldi AVA restano su Garbo.'],
  ])('A-58: %j', (more, balance, message) =>
    expect(responseFor(more)).toEqual({ configured: true, walletAddress: '0xus', balance, message }),
  )

  it('A-58: a generated one, with its time', () =>
    expect(companyWalletResponse({ wallet: null, generated: { address: '0xnew', at: at('2026-03-08') } }).message).toBe(
      'Il wallet 0xnew è stato generato l’8 marzo 2026 ma non è ancora configurato.',
    ))
})

describe('with a company wallet', () => {
  it('A-58, A-59, B-37, Q-14: shows address and balance and refuses to generate another', async () => {
    const mint = await startTestChain()
    const bank = await mint.open()
    await bank.give(100)
    const { privateKey } = bank.settings
    await garbo.restart(bank.environment)
    const browser = garbo.visitor()
    expect((await browser.post('/api/auth/login', { username: 'ada', password })).status).toBe(200)
    const configured = { configured: true, walletAddress: new Wallet(privateKey).address }
    expect(await browser.get(info)).toMatchObject({
      body: { ...configured, balance: 100, message: 'Il wallet aziendale è pronto a pagare.' },
    })
    const before = await every()
    expect(await browser.post(generate, { password })).toMatchObject({
      status: 409,
      body: { code: 'CompanyWalletConfigured', message: 'Il wallet aziendale è già configurato.' },
    })
    expect(await every()).toBe(before)

    await mint.stop()
    expect(await browser.get(info)).toMatchObject({ status: 200, body: { ...configured, balance: null } })
    expect(garbo.log()).not.toContain(privateKey.slice(2))
  })
})
