// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { User } from '../../../web/contract/user.ts'
import { inToast, open } from './support/open.tsx'
import { as, locanda, moderator } from './support/people.ts'
import { no, ok, silence, type Answers } from './support/server.ts'

afterEach(() => vi.useRealTimers())

const admin: User = { ...locanda, staffRoles: ['ADMIN'] }
const [info, generate] = ['GET /api/ava/wallet/info', 'POST /api/ava/wallet/generate']
const wallet = {
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  privateKey: `0x${'ab12'.repeat(16)}`,
  mnemonic: 'abete barca cielo dado erba fiume gatto isola lago mare neve onda',
}
const missing = { configured: false, walletAddress: null, balance: null, message: 'Nessun wallet è configurato.' }
const ready = { configured: true, walletAddress: wallet.address, balance: 1250, message: 'Pronto a pagare.' }
const none: Answers = { ...as(admin), [info]: ok(missing), [generate]: ok({ wallet }) }
const state = async () => within(await screen.findByRole('region', { name: 'Stato del wallet' }))

describe('the company wallet page', () => {
  it('R-83: shows the configuration, address and balance', async () => {
    open('/admin-wallet', { ...none, [info]: ok(ready) })
    const card = await state()
    expect(await card.findByText('Configurato')).toBeTruthy()
    expect(card.getByText(wallet.address)).toBeTruthy()
    expect(card.getByText('1250 AVA')).toBeTruthy()
    expect(card.getByText('Pronto a pagare.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Genera wallet aziendale' })).toBeNull()
  })

  it('R-83: reports an unavailable balance', async () => {
    open('/admin-wallet', { ...none, [info]: ok({ ...ready, balance: null }) })
    expect(await (await state()).findByText('Non disponibile')).toBeTruthy()
  })

  it('R-83: shows the empty state', async () => {
    open('/admin-wallet', none)
    const card = await state()
    expect(await card.findByText('Non configurato')).toBeTruthy()
    expect(card.getByRole('button', { name: 'Genera wallet aziendale' })).toBeTruthy()
  })

  it('R-83: shows that it is loading', async () => {
    open('/admin-wallet', { ...none, [info]: silence })
    expect(await (await state()).findByText('Caricamento in corso…')).toBeTruthy()
  })

  it('R-83: shows an error', async () => {
    open('/admin-wallet', { ...none, [info]: no(503, 'Riprova tra poco.') })
    expect(await (await state()).findByRole('button', { name: 'Riprova' })).toBeTruthy()
  })

  it('R-83: can be reloaded by a button and reports a failure', async () => {
    let down = false
    const { user, server } = open('/admin-wallet', {
      ...none,
      [info]: () => (down ? no(503, 'Riprova tra poco.') : ok(ready)),
    })
    const card = await state()
    await card.findByText('1250 AVA')
    down = true
    await user.click(card.getByRole('button', { name: 'Aggiorna' }))
    expect((await card.findByRole('alert')).textContent).toBe('Riprova tra poco.')
    expect(card.getByText('1250 AVA')).toBeTruthy()
    expect(server.to(info)).toHaveLength(2)
  })

  it('A-58, C-26: reloads every ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { server } = open('/admin-wallet', { ...none, [info]: ok(ready) })
    await (await state()).findByText('1250 AVA')
    expect(server.to(info)).toHaveLength(1)
    await act(async () => {
      vi.advanceTimersByTime(10_000)
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    expect(server.to(info)).toHaveLength(2)
  })

  it.each([['a business', locanda] as const, ['a moderator', moderator] as const])(
    'R-83, Q-11, P-16: refuses %s and loads nothing',
    async (_, person) => {
      const { server } = open('/admin-wallet', as(person))
      const told = within(await screen.findByRole('alert'))
      expect(told.getByText(/riservata agli amministratori/)).toBeTruthy()
      expect(told.getByRole('link', { name: 'Dashboard' })).toBeTruthy()
      expect(server.to(info)).toEqual([])
    },
  )

  it.each([['ADMIN', admin, 1] as const, ['nobody else', locanda, 0] as const])(
    'R-43, Q-11: is linked from the business dashboard for %s',
    async (_, person, links) => {
      const purse = { id: 'locanda', virtualBalance: 0, payoutThreshold: 10, publicWalletAddress: null }
      open('/dashboard', { ...as(person), 'GET /api/ava/wallet': ok(purse) })
      const card = within(await screen.findByRole('region', { name: 'Configura il wallet' }))
      await card.findByRole('textbox', { name: 'Indirizzo del wallet' })
      expect(card.queryAllByRole('link', { name: 'Wallet aziendale' })).toHaveLength(links)
    },
  )
})

const typed = async (secret: string, answers: Answers = {}) => {
  const opened = open('/admin-wallet', { ...none, ...answers })
  await opened.user.click(await screen.findByRole('button', { name: 'Genera wallet aziendale' }))
  const dialog = within(await screen.findByRole('dialog'))
  await opened.user.type(dialog.getByLabelText('La tua password'), `${secret}{Enter}`)
  return { ...opened, dialog }
}

describe('generating the company wallet', () => {
  it('A-59, Q-14, Q-105: requires the password', async () => {
    const { server, dialog } = await typed('')
    expect(dialog.getByText('Inserisci la tua password')).toBeTruthy()
    expect(server.to(generate)).toEqual([])
  })

  it('T-194: shows the server’s message', async () => {
    await typed('sbagliata', { [generate]: no(400, 'La password attuale non è corretta.') })
    expect(await inToast('La password attuale non è corretta.')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Credenziali del nuovo wallet' })).toBeNull()
  })

  it('T-194: shows a general failure', async () => {
    await typed('segreta', { [generate]: no(500, 'boom') })
    expect(await inToast('Errore nella generazione del wallet')).toBeTruthy()
  })
})

describe('the generated credentials', () => {
  const shown = async () => {
    const opened = await typed('segreta')
    const panel = within(await screen.findByRole('region', { name: 'Credenziali del nuovo wallet' }))
    return { ...opened, panel, page: () => document.body.textContent }
  }

  it('R-84, A-59, T-196: are shown once with instructions and focused', async () => {
    const { panel, server, page } = await shown()
    expect(server.to(generate)[0]?.body).toEqual({ password: 'segreta' })
    expect(server.to(generate)[0]?.headers).not.toHaveProperty('idempotency-key')
    expect(panel.getByText(wallet.address)).toBeTruthy()
    expect(panel.getByText(wallet.mnemonic)).toBeTruthy()
    expect(panel.getByText(/non saranno più mostrate/)).toBeTruthy()
    const steps = within(panel.getByRole('region', { name: 'Prossimi passi' })).getAllByRole('listitem')
    expect(steps).toHaveLength(3)
    expect(steps[0]?.textContent).toMatch(/EVM_PRIVATE_KEY.*EVM_RPC_URL/)
    expect(page()).not.toContain(wallet.privateKey)
    expect(document.activeElement?.textContent).toBe('Credenziali del nuovo wallet')
  })

  it('R-84, Q-14: mask the key until revealed, and can mask it again', async () => {
    const { panel, user } = await shown()
    await user.click(panel.getByRole('button', { name: 'Mostra chiave privata' }))
    expect(panel.getByText(wallet.privateKey)).toBeTruthy()
    await user.click(panel.getByRole('button', { name: 'Nascondi chiave privata' }))
    expect(panel.queryByText(wallet.privateKey)).toBeNull()
  })

  it.each([
    ['Copia indirizzo', wallet.address],
    ['Copia chiave privata', wallet.privateKey],
    ['Copia frase di recupero', wallet.mnemonic],
  ])('R-84: are copied by “%s”', async (name, value) => {
    const { panel, user, page } = await shown()
    await user.click(panel.getByRole('button', { name }))
    expect(await navigator.clipboard.readText()).toBe(value)
    expect(await screen.findByText('Copiato')).toBeTruthy()
    expect(page()).not.toContain(wallet.privateKey)
  })

  it('R-84, Q-14, S-28: are gone after confirmation, and the state is reloaded', async () => {
    const { panel, user, page, server } = await shown()
    const leaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(leaving()).toBe(true)
    await user.click(panel.getByRole('button', { name: 'Copia frase di recupero' }))
    await user.click(panel.getByRole('button', { name: 'Ho salvato le credenziali' }))
    await (await state()).findByText('Non configurato')
    expect(page()).not.toContain(wallet.mnemonic)
    expect(JSON.stringify([localStorage, sessionStorage])).not.toMatch(/ab12|abete/)
    expect(server.to(info).length).toBeGreaterThan(1)
    expect(leaving()).toBe(false)
  })
})
