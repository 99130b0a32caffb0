// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { open } from './support/open.tsx'
import { visitor } from './support/people.ts'
import { no, ok } from './support/server.ts'

const letter = (more = {}) => ({
  id: 'm1',
  channel: 'email',
  to: 'giulia@example.it',
  subject: 'Conferma la tua email',
  text: 'Aprite questo link:\nhttp://localhost:3000/confirm-email#token=abc\n\nCiao',
  at: '2026-11-20T14:30:00.000Z',
  ...more,
})
const call = 'GET /api/dev/outbox'

describe('the outbox page', () => {
  it('shows each letter with its recipient, its time in Rome and a working link', async () => {
    open('/dev/outbox', { ...visitor, [call]: ok({ messages: [letter()] }) })
    expect(await screen.findByRole('heading', { name: 'Conferma la tua email' })).toBeTruthy()
    expect(screen.getByText('A: giulia@example.it · 20 nov, 15:30')).toBeTruthy()
    expect(screen.getByRole('link', { name: /confirm-email/ }).getAttribute('href')).toBe(
      'http://localhost:3000/confirm-email#token=abc',
    )
  })

  it('can be filtered by recipient', async () => {
    const sms = letter({ id: 'm2', channel: 'sms', to: '+393331234567', subject: '', text: 'codice 123456' })
    open('/dev/outbox', { ...visitor, [call]: ok({ messages: [sms, letter()] }) })
    await screen.findByText('codice 123456')
    await userEvent.type(screen.getByLabelText('Cerca per destinatario'), '+39333')
    expect(screen.queryByRole('heading', { name: 'Conferma la tua email' })).toBeNull()
    expect(screen.getByText('codice 123456')).toBeTruthy()
  })

  it('shows instructions while empty', async () => {
    open('/dev/outbox', { ...visitor, [call]: ok({ messages: [] }) })
    expect(await screen.findByText(/Nessun messaggio/)).toBeTruthy()
  })

  it('does not exist when a real transport is configured', async () => {
    open('/dev/outbox', { ...visitor, [call]: no(404, 'Non trovato.', 'NotFound') })
    expect(await screen.findByRole('heading', { name: 'Pagina non trovata' })).toBeTruthy()
  })
})
