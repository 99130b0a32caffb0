import type { Instant } from '../../domain/kernel/primitives.ts'
import { al, il } from '../../domain/kernel/text.ts'
import { type EmailTemplate, type EmailTemplates, formatInstant, greeting, textEmail } from '../email.ts'

/** Cannot be switched off. Does not contain the address. @rule Q-127 announced by letter, with a one-click undo */
const payoutAddressChanged: EmailTemplate = async ({ services, to, data, origin }) => {
  const { accountId, email } = to
  const at = String(data['at']) as Instant
  const { payableFrom } = data
  const token = services.payoutUndoTokens.issue({ accountId, changeId: String(data['changeId']) })
  const start =
    typeof payableFrom === 'string' && payableFrom > at
      ? `I pagamenti al nuovo indirizzo iniziano ${il(formatInstant(payableFrom as Instant))}.\n\n`
      : ''
  return textEmail(
    email,
    'L’indirizzo dei tuoi AVA è cambiato',
    `${greeting(to)}\n\n${il(formatInstant(at))} è stato cambiato l’indirizzo a cui inviamo i tuoi AVA.\n\n${start}` +
      `Se non l’hai cambiato tu, annulla il cambio da qui, fino ${al(formatInstant(String(data['undoableUntil']) as Instant))}:\n` +
      `${origin}/annulla/${token}\n\nPoi scegli una nuova password: chi ha fatto il cambio conosce quella di ora.\n`,
  )
}

export const avaEmails = { 'payout-address-changed-mail': payoutAddressChanged } as const satisfies EmailTemplates
