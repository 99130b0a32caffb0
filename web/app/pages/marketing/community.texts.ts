import { ruleParameters } from '../../../contract/rule-parameters.ts'
import { counted } from '../../shared/format.ts'

const decimal = (value: number) => value.toLocaleString('it-IT', { minimumFractionDigits: 1 })

/** @rule Q-38 rules as the product applies them; subject to legal review */
export const communityTexts = {
  title: 'Regole della community',
  intro: 'Poche regole, uguali per tutti: servono a fidarsi gli uni degli altri.',
  contents: 'In questa pagina',
  conduct: {
    title: 'Come ci comportiamo',
    lead: 'Si scrive ciò che si è vissuto, con parole che si direbbero di persona.',
    /** Without the interval until it is loaded. */
    rules: (reviewIntervalDays?: number) => [
      {
        title: 'Esperienze vere',
        text: 'Si valuta soltanto un ospite che si è accolto, si recensisce soltanto una struttura che si è visitata. Non si recensisce sé stessi.',
      },
      {
        title: 'Rispetto',
        text: 'Niente offese, minacce, discriminazioni o contenuti inappropriati. Si giudica un soggiorno, non una persona.',
      },
      {
        title: 'Riservatezza',
        text: 'Niente nomi, recapiti o altri dati personali nei commenti. Le valutazioni sui clienti le legge soltanto il cliente interessato, senza il nome di chi le ha scritte.',
      },
      {
        title: 'Niente scambi',
        text: 'Niente spam, recensioni comprate, promesse di sconti o minacce in cambio di una recensione. Contano tutte le recensioni, non soltanto quelle positive.',
      },
      {
        title: 'Una recensione a testa',
        // an interval of 0 is none
        text: reviewIntervalDays
          ? `Per ogni struttura conta la tua recensione più recente; fra una e l’altra passano di norma ${counted(reviewIntervalDays, 'giorno', 'giorni')}.`
          : 'Per ogni struttura conta la tua recensione più recente.',
      },
    ],
  },
  moderation: {
    title: 'Segnalazioni e contestazioni',
    /** Without the deadline until it is loaded. */
    rules: (disputeWorkingDays?: number) => [
      {
        title: 'Segnalare',
        text: 'Chiunque abbia un account può segnalare una recensione come spam, inappropriata, falsa o offensiva. Le segnalazioni infondate pesano sempre meno; se sono molte, un moderatore valuta se è un abuso e può dare un avviso.',
      },
      {
        title: 'Contestare',
        text:
          'La struttura recensita può contestare una recensione una volta, spiegando perché.' +
          (disputeWorkingDays === undefined
            ? ''
            : ` La decisione arriva di norma entro ${counted(disputeWorkingDays, 'giorno lavorativo', 'giorni lavorativi')}.`),
      },
      {
        title: 'Decidere',
        text: 'Una recensione molto segnalata va in revisione in automatico e non è visibile; la decisione finale spetta sempre a un moderatore.',
      },
    ],
  },
  rewards: {
    title: 'Regole delle ricompense',
    version: `Regolamento delle ricompense, versione ${ruleParameters.rewardsVersion}.`,
    columns: { reward: 'Ricompensa', how: 'Come si ottiene', discount: 'Sconto' },
    tiers: [
      {
        percent: `fino al ${ruleParameters.topUpToPercent}%`,
        title: 'Cliente Top',
        text: `Con una media di almeno ${decimal(ruleParameters.topAverage)} stelle e ${ruleParameters.topRatings} soggiorni valutati.`,
      },
      {
        percent: `fino al ${ruleParameters.trustedUpToPercent}%`,
        title: 'Cliente Fidato',
        text: `Con una media di almeno ${decimal(ruleParameters.trustedAverage)} stelle e ${ruleParameters.trustedRatings} soggiorni valutati.`,
      },
    ],
    /** Without the validity until it is loaded. */
    notes: (rewardMonths?: number) => [
      `Un codice sconto ${rewardMonths === undefined ? '' : `vale di norma ${counted(rewardMonths, 'mese', 'mesi')} e `}si usa una volta sola, presso la struttura per cui è stato emesso; il Bonus Elite vale ovunque.`,
      'Gli sconti dei livelli sono indicativi: li riconosce la struttura.',
      `Ogni ${ruleParameters.contributionsPerAva} valutazioni o recensioni scritte si guadagna 1 AVA; un altro per ogni ${ruleParameters.eurosPerAva} € di soggiorno prenotato, quando il soggiorno è finito.`,
      'Se la recensione che l’ha fatto ottenere viene rimossa, un codice non ancora usato decade.',
    ],
  },
  sanctions: {
    title: 'Sanzioni',
    lead: 'Se violi le regole ti diciamo perché. La sanzione cresce con le violazioni.',
    steps: [
      { when: 'Prima violazione', what: 'Avviso', text: 'Nessun limite: ti spieghiamo che cosa non andava.' },
      {
        when: 'Seconda violazione',
        what: `Sospensione di ${ruleParameters.mediumSuspensionDays} giorni`,
        text: 'Entri soltanto per leggere il motivo e fare ricorso.',
      },
      {
        when: 'Terza violazione',
        what: `Sospensione di ${ruleParameters.highSuspensionDays} giorni`,
        text: 'Entri soltanto per leggere il motivo e fare ricorso.',
      },
      {
        when: 'Violazioni gravi',
        what: 'Sospensione permanente',
        text: 'Per minacce, frodi o identità false, anche alla prima volta.',
      },
    ],
    appeal: 'Pensi che ci siamo sbagliati? Scrivici: il tuo caso lo riesamina una persona diversa da chi ha deciso.',
  },
  join: 'Ti ritrovi in queste regole?',
  register: 'Registra la tua attività',
} as const
