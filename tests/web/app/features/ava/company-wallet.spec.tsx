// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { User } from '../../../../../web/contract/accounts/authentication.ts'
import { locanda, moderator, signedInAs } from '../../support/people.ts'
import { findInToast, renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, neverAnswers, ok } from '../../support/stub-server.ts'

afterEach(() => vi.useRealTimers())

const admin: User = { ...locanda, staffRoles: ['ADMIN'], permissions: ['moderate', 'administer'] }
const [info, generate] = ['GET /api/ava/wallet/info', 'POST /api/ava/wallet/generate']
const wallet = {
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  privateKey: `0x${'ab12'.repeat(16)}`,
  mnemonic: 'abete barca cielo dado erba fiume gatto isola lago mare neve onda',
}
const missingInfo = { configured: false, walletAddress: null, balance: null, message: 'Nessun wallet è configurato.' }
const configuredInfo = { configured: true, walletAddress: wallet.address, balance: 1250, message: 'Pronto a pagare.' }
const adminAnswers: Answers = { ...signedInAs(admin), [info]: ok(missingInfo), [generate]: ok({ wallet }) }
const statusCard = async () => within(await screen.findByRole('region', { name: 'Stato del wallet' }))

describe('the company wallet page', () => {
  it('R-83: shows the configuration, address and balance', async () => {
    renderApp('/admin-wallet', { ...adminAnswers, [info]: ok(configuredInfo) })
    const card = await statusCard()
    expect(await card.findByText('Configurato')).toBeTruthy()
    expect(card.getByText(wallet.address)).toBeTruthy()
    expect(card.getByText('1250 AVA')).toBeTruthy()
    expect(card.getByText('Pronto a pagare.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Genera wallet aziendale' })).toBeNull()
  })

  it('R-83: reports an unavailable balance', async () => {
    renderApp('/admin-wallet', { ...adminAnswers, [info]: ok({ ...configuredInfo, balance: null }) })
    expect(await (await statusCard()).findByText('Non disponibile')).toBeTruthy()
  })

  it('R-83: shows the empty state', async () => {
    renderApp('/admin-wallet', adminAnswers)
    const card = await statusCard()
    expect(await card.findByText('Non configurato')).toBeTruthy()
    expect(card.getByRole('button', { name: 'Genera wallet aziendale' })).toBeTruthy()
  })

  it('R-83: shows that it is loading', async () => {
    renderApp('/admin-wallet', { ...adminAnswers, [info]: neverAnswers })
    expect(await (await statusCard()).findByText('Caricamento in corso…')).toBeTruthy()
  })

  it('R-83: shows an error', async () => {
    renderApp('/admin-wallet', { ...adminAnswers, [info]: failure(503, 'Riprova tra poco.') })
    expect(await (await statusCard()).findByRole('button', { name: 'Riprova' })).toBeTruthy()
  })

  it('R-83: can be reloaded by a button and reports a failure', async () => {
    let down = false
    const { user, server } = renderApp('/admin-wallet', {
      ...adminAnswers,
      [info]: () => (down ? failure(503, 'Riprova tra poco.') : ok(configuredInfo)),
    })
    const card = await statusCard()
    await card.findByText('1250 AVA')
    down = true
    await user.click(card.getByRole('button', { name: 'Aggiorna' }))
    expect((await card.findByRole('alert')).textContent).toBe('Riprova tra poco.')
    expect(card.getByText('1250 AVA')).toBeTruthy()
    expect(server.to(info)).toHaveLength(2)
  })

  it('A-58, C-26: reloads every ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { server } = renderApp('/admin-wallet', { ...adminAnswers, [info]: ok(configuredInfo) })
    await (await statusCard()).findByText('1250 AVA')
    expect(server.to(info)).toHaveLength(1)
    await act(async () => {
      vi.advanceTimersByTime(10_000)
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    expect(server.to(info)).toHaveLength(2)
  })

  it.each([['a business', locanda] as const, ['a moderator', moderator] as const])(
    'R-83, Q-11, P-16: rejects %s and loads nothing',
    async (_, person) => {
      const { server } = renderApp('/admin-wallet', signedInAs(person))
      const notice = within(await screen.findByRole('alert'))
      expect(notice.getByText(/riservata agli amministratori/)).toBeTruthy()
      expect(notice.getByRole('link', { name: 'Dashboard' })).toBeTruthy()
      expect(server.to(info)).toEqual([])
    },
  )

  it.each([['an administrator', admin] as const, ['any other business', locanda] as const])(
    'R-43, Q-11: is linked from the business dashboard for %s',
    async (_, person) => {
      const ownWallet = {
        id: 'locanda',
        virtualBalance: 0,
        payoutThreshold: 10,
        publicWalletAddress: null,
        payoutsFrom: null,
      }
      renderApp('/dashboard', { ...signedInAs(person), 'GET /api/ava/wallet': ok(ownWallet) })
      const card = within(await screen.findByRole('region', { name: 'Configura il wallet' }))
      await card.findByRole('textbox', { name: 'Indirizzo del wallet' })
      const link = card.getByRole('link', { name: 'Wallet aziendale' })
      expect(link.getAttribute('href')).toBe('/admin-wallet')
      expect(screen.getAllByRole('link').map((one) => one.getAttribute('href'))).toContain('/ava-wallet')
    },
  )
})

const submitPassword = async (secret: string, answers: Answers = {}) => {
  const opened = renderApp('/admin-wallet', { ...adminAnswers, ...answers })
  await opened.user.click(await screen.findByRole('button', { name: 'Genera wallet aziendale' }))
  const dialog = within(await screen.findByRole('dialog'))
  await opened.user.type(dialog.getByLabelText('La tua password'), `${secret}{Enter}`)
  return { ...opened, dialog }
}

describe('generating the company wallet', () => {
  it('A-59, Q-14, Q-105: requires the password', async () => {
    const { server, dialog } = await submitPassword('')
    expect(dialog.getByText('Inserisci la tua password')).toBeTruthy()
    expect(server.to(generate)).toEqual([])
  })

  it('T-194: shows the server’s message', async () => {
    await submitPassword('sbagliata', { [generate]: failure(400, 'La password attuale non è corretta.') })
    expect(await findInToast('La password attuale non è corretta.')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Credenziali del nuovo wallet' })).toBeNull()
  })

  it('T-194: shows a general failure', async () => {
    await submitPassword('segreta', { [generate]: failure(500, 'boom') })
    expect(await findInToast('Errore nella generazione del wallet')).toBeTruthy()
  })
})

describe('the generated credentials', () => {
  const shown = async () => {
    const opened = await submitPassword('segreta')
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
    await (await statusCard()).findByText('Non configurato')
    expect(page()).not.toContain(wallet.mnemonic)
    expect(JSON.stringify([localStorage, sessionStorage])).not.toMatch(/ab12|abete/)
    expect(server.to(info).length).toBeGreaterThan(1)
    expect(leaving()).toBe(false)
  })
})
