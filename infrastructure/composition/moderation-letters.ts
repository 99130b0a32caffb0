import { greeting, mail, type Writer } from './letter-parts.ts'

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** B-47: that moderators are late or nearly so, to whoever is one still; how many and nothing of anybody. */
const queueDigest: Writer = async ({ to, data, origin }) => {
  const staff = to.roles.includes('MODERATORE') || to.roles.includes('ADMIN')
  if (!staff) return null
  const overdue = counted(Number(data['overdue']), 'caso scaduto', 'casi scaduti')
  const dueSoon = counted(
    Number(data['dueSoon']),
    'caso da decidere entro un giorno lavorativo',
    'casi da decidere entro un giorno lavorativo',
  )
  return mail(
    to.email,
    'Coda di moderazione: casi in scadenza',
    `${greeting(to)}\n\nnella coda di moderazione ci sono:\n\n- ${overdue}\n- ${dueSoon}\n\n` +
      `Per deciderli: ${origin}/admin/reviews\n`,
  )
}

export const moderationLetters = { 'queue-digest-mail': queueDigest } as const
