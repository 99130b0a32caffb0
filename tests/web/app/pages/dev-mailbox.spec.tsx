// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { visitor } from '../support/people.ts'
import { renderApp } from '../support/render-app.tsx'
import { failure, ok } from '../support/stub-server.ts'

const message = (more = {}) => ({
  id: 'm1',
  channel: 'email',
  to: 'giulia@example.it',
  subject: 'Conferma la tua email',
  text: 'Aprite questo link:\nhttp://localhost:3000/confirm-email#token=abc\n\nCiao',
  at: '2026-11-20T14:30:00.000Z',
  ...more,
})
const outbox = 'GET /api/dev/outbox'

describe('the page of the development mailbox', () => {
  it('shows each e-mail with its recipient, its time in Rome and a working link', async () => {
    renderApp('/dev/outbox', { ...visitor, [outbox]: ok({ messages: [message()] }) })
    expect(await screen.findByRole('heading', { name: 'Conferma la tua email' })).toBeTruthy()
    expect(screen.getByText('A: giulia@example.it · 20 nov, 15:30')).toBeTruthy()
    expect(screen.getByRole('link', { name: /confirm-email/ }).getAttribute('href')).toBe(
      'http://localhost:3000/confirm-email#token=abc',
    )
  })

  it('can be filtered by recipient', async () => {
    const sms = message({ id: 'm2', channel: 'sms', to: '+393331234567', subject: '', text: 'codice 123456' })
    renderApp('/dev/outbox', { ...visitor, [outbox]: ok({ messages: [sms, message()] }) })
    await screen.findByText('codice 123456')
    await userEvent.type(screen.getByLabelText('Cerca per destinatario'), '+39333')
    expect(screen.queryByRole('heading', { name: 'Conferma la tua email' })).toBeNull()
    expect(screen.getByText('codice 123456')).toBeTruthy()
  })

  it('shows instructions while empty', async () => {
    renderApp('/dev/outbox', { ...visitor, [outbox]: ok({ messages: [] }) })
    expect(await screen.findByText(/Nessun messaggio/)).toBeTruthy()
  })

  it('does not exist when a real transport is configured', async () => {
    renderApp('/dev/outbox', { ...visitor, [outbox]: failure(404, 'Non trovato.', 'NotFound') })
    expect(await screen.findByRole('heading', { name: 'Pagina non trovata' })).toBeTruthy()
  })
})
