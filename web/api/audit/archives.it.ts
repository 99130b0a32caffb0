import type { ArchiveFile, TimelineDocument } from '../../../application/audit/ports.ts'
import { formatInstant } from '../../../application/email.ts'
import { romeDay } from '../../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import {
  appealOutcomeLabels,
  automationLabels,
  groundLabels,
  momentActors,
  momentTitles,
} from '../../contract/moderation/case-replay.it.ts'
import type { CaseReplay, ReplayDecision, ReplayMoment, ReplaySnapshot } from '../../contract/moderation/case-replay.ts'

const checking = (origin: string) => `Come controllarlo
-----------------
1. Apri verifica.html con un browser recente e scegli l’archivio .zip. Non serve una connessione: nulla viene inviato.
2. Oppure, con Node 20.11 o più recente: node verifica.mjs

Finché non indichi anche le chiavi pubblicate da Garbo, il risultato è «Corrisponde, se le chiavi in keys.json sono quelle di
Garbo». Gli eventi e i valori aperti sono confrontati con il registro; LEGGIMI.txt e i file che li raccontano (timeline.json,
timeline.pdf, evidence/indirizzi.json, data.json) sono firmati da Garbo, ma il controllo non li ricava dagli eventi.

I due programmi sono contenuti in questo archivio. Chi vuole un controllo indipendente può usarne un altro: i formati sono
pubblici (RFC 9162, RFC 8785, https://c2sp.org/tlog-checkpoint, https://c2sp.org/signed-note).

Confronta le chiavi di keys.json con quelle pubblicate da Garbo: ${origin}/api/audit/keys
Per sapere se il registro è stato riscritto in seguito, aggiungi un checkpoint più recente
(${origin}/api/audit/checkpoints) e la prova di continuità (${origin}/api/audit/consistency?from=…&to=…).

I file
------
events.json      gli eventi come sono registrati, con i dati personali cifrati; di quelli che non puoi vedere, solo l’impronta
proofs.json      il posto di ogni evento nel registro, con la prova
opened.json      i valori dei campi cifrati che puoi leggere, ciascuno con la sua chiave, che apre soltanto quel campo
checkpoint.txt   la dimensione e la radice del registro, firmate
keys.json        le chiavi pubbliche di Garbo
impronte.json    le impronte firmate di tutti i file, tranne i programmi
`

const explained = (name: string, text: string): ArchiveFile => ({ name, content: Buffer.from(text) })

const bundleViewers: Readonly<Record<CaseReplay['viewer'], string>> = {
  staff: '',
  auditor: 'I dati personali sono cifrati: l’archivio dice che cosa è successo, non le parole.',
  business: 'Contiene ciò che riguarda la struttura e ciò che è pubblico. Chi ha scritto la recensione resta anonimo.',
  author: 'Contiene le parole di chi ha scritto la recensione, quelle della struttura e ciò che li riguarda.',
}

/** `LEGGIMI.txt` of a bundle. */
export const bundleReadme = (replay: CaseReplay, origin: string, at: Instant): ArchiveFile =>
  explained(
    'LEGGIMI.txt',
    `Archivio del caso ${replay.caseId}
Creato da Garbo il ${formatInstant(at)}

${bundleViewers[replay.viewer]}
timeline.pdf, da leggere o stampare, e timeline.json raccontano chi ha fatto che cosa e quando, che cosa si vedeva allora, la
regola applicata e i motivi. Gli indirizzi delle prove allegate a una contestazione, se puoi vederli, sono in
evidence/indirizzi.json: quelle pagine sono di altri siti e Garbo non ne conserva copie.

${checking(origin)}`,
  )

/** `LEGGIMI.txt` of an export. */
export const exportReadme = (origin: string, at: Instant): ArchiveFile =>
  explained(
    'LEGGIMI.txt',
    `I tuoi dati su Garbo
Archivio creato il ${formatInstant(at)}

data.json contiene tutti i tuoi dati. history.json contiene ciò che hai fatto su Garbo e la storia del tuo account, evento per
evento, con i tuoi dati in chiaro; degli eventi che nominano altre persone c’è soltanto l’impronta. Ciò che altri hanno fatto e
ti riguarda è in data.json, senza i loro nomi.
Contiene dati personali: conservalo in un posto sicuro.

${checking(origin)}`,
  )

const statusLabels: Readonly<Record<ReplaySnapshot['status'], string>> = {
  ACTIVE: 'visibile',
  HIDDEN: 'nascosta',
  REMOVED: 'rimossa',
  PENDING_REVIEW: 'in revisione',
}
const disputeLabels: Readonly<Record<NonNullable<ReplaySnapshot['dispute']>, string>> = {
  OPEN: 'aperta',
  UNDER_REVIEW: 'in esame',
  RESOLVED_UPHELD: 'accolta',
  RESOLVED_REJECTED: 'respinta',
  CLOSED: 'chiusa',
}
const titles: Readonly<Record<string, string>> = momentTitles

const longDate = new Intl.DateTimeFormat('it-IT', { dateStyle: 'long', timeZone: 'UTC' })
const timeOf = ({ at, precision }: ReplayMoment): string =>
  precision === 'day' ? longDate.format(new Date(at)) : formatInstant(at as Instant)
const decimal = (value: number) => value.toLocaleString('it-IT', { maximumFractionDigits: 2 })

/** `timeline.pdf` of a bundle. */
export const timelineDocument = (replay: CaseReplay, at: Instant): TimelineDocument => ({
  title: replay.dispute === null ? 'Il caso, momento per momento' : 'La contestazione, momento per momento',
  introduction: [
    `Caso ${replay.caseId}. Documento creato da Garbo il ${formatInstant(at)}.`,
    bundleViewers[replay.viewer],
    ...(replay.omitted > 0 ? [`I momenti più vecchi non sono riportati: ${replay.omitted}.`] : []),
  ],
  moments: replay.moments.map((moment) => ({
    title: `${moment.n}. ${titles[moment.what] ?? 'Altro passaggio'}`,
    subtitle: `${timeOf(moment)} · ${momentActors[moment.by.kind]}`,
    details: detailsOf(replay, moment).filter(([, text]) => text !== ''),
  })),
})

type Details = readonly (readonly [string, string])[]

const detailsOf = (replay: CaseReplay, moment: ReplayMoment): Details => [
  ...(moment.what === 'ReviewSubmitted' || moment.what === 'ReviewEdited' ? textDetails(replay, moment) : []),
  ...(moment.what === 'DisputeOpened'
    ? [['Che cosa dice la struttura', replay.dispute?.message ?? withheld] as const]
    : []),
  ...(moment.appeal === null ? [] : appealDetails(moment.appeal)),
  ...(moment.decision === null ? [] : decisionDetails(replay, moment.decision)),
  ['Com’era dopo', snapshotText(replay, moment.view)],
]

const withheld = 'Testo riservato.'

const textDetails = (replay: CaseReplay, { view }: ReplayMoment): Details => {
  const revision = replay.revisions[view.revision]
  if (revision === undefined) return []
  const texts = { withheld, erased: 'Testo cancellato con l’account.', shown: revision.comment ?? 'Senza testo.' }
  return [['Testo', texts[replay.textState]]]
}

const appealDetails = ({ text, textState, outcome }: NonNullable<ReplayMoment['appeal']>): Details =>
  outcome === null
    ? [['Testo del ricorso', textState === 'withheld' ? withheld : (text ?? '')]]
    : [['Esito', appealOutcomeLabels[outcome]]]

const decisionDetails = (replay: CaseReplay, { statement, resolution, notes, saw }: ReplayDecision): Details => [
  ...(statement === null
    ? []
    : ([
        ['I fatti', statement.facts ?? withheld],
        ['Il motivo', groundLabels[statement.ground]],
        ['Regole in vigore', `Versione ${statement.rulesVersion}`],
        ['Interventi automatici', automationLabels[statement.automation]],
      ] as const)),
  ['Risposta alla struttura', resolution ?? ''],
  ['Note tra moderatori', notes ?? ''],
  ...(saw === null ? [] : [['Che cosa vedeva chi ha deciso', snapshotText(replay, saw)] as const]),
]

const snapshotText = (replay: CaseReplay, { status, revision, flags, dispute, score }: ReplaySnapshot): string => {
  const rating = replay.revisions[revision]?.rating
  return [
    `Recensione${rating === undefined ? '' : ` da ${rating} su 5`} ${statusLabels[status]}`,
    ...(flags.length === 0 ? [] : [`segnalazioni: ${flags.length}`]),
    ...(dispute === null ? [] : [`contestazione ${disputeLabels[dispute]}`]),
    ...(score === null || score.average === null
      ? []
      : [`media con tutte le recensioni ${decimal(score.average)} su 5`]),
  ].join('; ')
}

/** Name of the archive of a case. */
export const bundleName = (caseId: string, at: Instant): string =>
  `garbo-caso-${caseId.replaceAll(/[^\w-]/g, '_')}-${romeDay(at)}.zip`
