import { openings } from '../../domain/audit/openings.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { al, del, il } from '../../domain/kernel/text.ts'
import { streamOf } from '../command-handler.ts'
import { type Email, type EmailTemplate, formatInstant, greeting, textEmail } from '../email.ts'
import { runOrThrow } from '../jobs.ts'
import { formatDay } from '../notification-texts.ts'
import type { SignedCheckpoint } from './ports.ts'

/** Names no stream: its name could tell a venue who reviewed it. @rule D-46 quotes the reason */
const dataOpened: EmailTemplate = async ({ services, to, data: { openingId, by } }) => {
  const past = await runOrThrow(services.history.read(openings.events, streamOf(openings, String(by))))
  const opened = past
    .map(({ event }) => event)
    .find(
      (event) =>
        event.data.openingId === openingId &&
        event.type === 'PersonalDataOpened' &&
        event.data.accountId === to.accountId,
    )
  if (opened === undefined) return null
  const { at, until, reason } = opened.data
  return textEmail(
    to.email,
    'Un amministratore ha aperto dati che ti riguardano',
    `${greeting(to)}\n\n${il(formatInstant(at))} un amministratore ha aperto dati personali che ti riguardano e che di norma ` +
      `nemmeno lo staff può leggere. Può leggerli solo lui, fino ${al(formatInstant(until))}.\n\n` +
      `Il motivo che ha indicato:\n«${reason}»\n\n` +
      'Nel tuo profilo, alla voce «Chi ha guardato i miei dati», trovi tutte le letture dello staff. ' +
      'Se il motivo non ti convince, scrivi alla nostra assistenza.\n',
  )
}

/** The checkpoint as its addressee keeps it, and how to compare it later. */
export const anchorEmail = (to: string, { treeSize, rootHash, at, note }: SignedCheckpoint): Email => {
  const [origin = ''] = note.split('\n')
  const day = formatDay(romeDay(at as Instant))
  return textEmail(
    to,
    `Checkpoint ${del(day)} del registro di ${origin}`,
    [
      `Questo è l’ultimo checkpoint ${del(day)} del registro degli eventi di Garbo, ${origin}.`,
      `Eventi: ${treeSize}\nRadice: ${rootHash}`,
      'Conserva questa email: se in seguito qualcuno modificasse, togliesse o aggiungesse eventi fino a quel giorno, la radice non corrisponderebbe più.',
      `Per confrontarla apri ${origin}/api/audit/consistency?from=${treeSize}&to=${treeSize}: il valore di fromRoot deve essere la radice scritta qui. ` +
        'Le chiavi che firmano i checkpoint sono in /api/audit/keys.',
      'Il testo firmato, nel formato C2SP tlog-checkpoint:',
      note.trimEnd(),
    ].join('\n\n'),
  )
}

export const auditEmails = { 'data-opened-mail': dataOpened } as const
