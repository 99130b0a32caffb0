import type { RuleSettings } from '../../../contract/rule-settings.ts'
import { settings } from '../../settings.ts'
import { counted } from '../../shared/format.ts'

type Durations = Pick<RuleSettings, 'sessionMaxDays' | 'rewardMonths'>

interface PrivacySection {
  readonly id: string
  readonly title: string
  /** A function leaves out the configured durations until they are loaded. */
  readonly text: readonly string[] | ((durations?: Durations) => readonly string[])
  readonly points?: readonly string[]
}

/** @rule Q-38 the product's actual data processing (GDPR, articles 13 and 14); subject to legal review */
const sections: readonly PrivacySection[] = [
  {
    id: 'titolare',
    title: 'Chi tratta i tuoi dati',
    text: [
      `Titolare del trattamento è chi gestisce il servizio ${settings.product}. Per ogni domanda e per esercitare i tuoi diritti scrivi a ${settings.supportEmail}.`,
    ],
  },
  {
    id: 'dati',
    title: 'Quali dati trattiamo',
    text: [
      'Soltanto quelli che servono a far funzionare il servizio. Senza quelli che i moduli chiedono come obbligatori non si può avere un account; gli altri li indichi se vuoi.',
    ],
    points: [
      'Dei clienti: nome, cognome, email, telefono e, se li indichi, età, città di residenza, motivo del viaggio e foto.',
      'Degli esercenti: nome e tipo dell’attività, indirizzo, provincia, email, username e, se li indichi, telefono, foto e punteggio The Fork.',
      'Ciò che accade: valutazioni, recensioni, segnalazioni, contestazioni, prenotazioni, codici sconto, movimenti AVA, attività salvate tra i preferiti.',
      'Quali offerte sponsorizzate apri e quando, al massimo una volta al giorno ciascuna, con il solo identificativo dell’account.',
      'Che cosa ci hai permesso: notifiche, comunicazioni promozionali, foto dai social, con il momento e la versione del testo che hai letto.',
      'Per l’accesso: la password, conservata soltanto come impronta non reversibile (Argon2id), e le sessioni aperte.',
      'L’indirizzo IP da cui ti colleghi, per fermare chi prova le password altrui: soltanto in memoria o come impronta.',
      'Un registro degli accessi: quando e con quale browser è stato usato l’account, chi dello staff ha letto o cambiato i dati, le esportazioni. Senza indirizzi, per dodici mesi.',
      'Se scegli Google o Facebook: il nome, l’email e l’identificativo che quel servizio ci comunica. Non riceviamo la tua password.',
      'Se attivi l’impronta o il volto: una chiave pubblica. Il dato biometrico non lascia mai il tuo dispositivo.',
    ],
  },
  {
    id: 'provenienza',
    title: 'Quando i dati non li hai dati tu',
    text: [
      'Se sei un cliente, le valutazioni su di te le scrivono le strutture che ti hanno ospitato. Le leggi sempre, senza il nome di chi le ha scritte; puoi chiederci di rettificarle.',
    ],
  },
  {
    id: 'finalita',
    title: 'Perché, e con quale base giuridica',
    text: [],
    points: [
      'Offrirti il servizio: account, valutazioni, recensioni, ricompense, prenotazioni (contratto, art. 6.1.b).',
      'Tenere il servizio corretto e sicuro: moderazione, prevenzione di abusi e accessi indebiti (legittimo interesse, art. 6.1.f).',
      'Contare quante persone aprono un’offerta sponsorizzata (legittimo interesse, art. 6.1.f): le offerte sono le stesse per tutti.',
      'Pubblicare le foto che ci affidi e quelle dei tuoi profili social (consenso, art. 6.1.a, che puoi revocare quando vuoi).',
      'Rispettare gli obblighi di legge e le richieste delle autorità (art. 6.1.c).',
      'Nessuna pubblicità profilata, nessuna vendita di dati. Livelli e sconti si calcolano con le regole pubblicate; nessuna decisione con effetti giuridici è presa da un automatismo (art. 22).',
    ],
  },
  {
    id: 'destinatari',
    title: 'Chi li vede',
    text: [],
    points: [
      'Le valutazioni su un cliente: soltanto quel cliente, chi le ha scritte e, se serve, un moderatore. Alle altre strutture di cui è cliente arrivano media, numero e livello.',
      'Le recensioni pubbliche: chiunque, senza autore e con la sola data del giorno.',
      'I fornitori che ci prestano server, posta elettronica e SMS, come responsabili del trattamento (art. 28).',
      'Google e Meta, se scegli di accedere con loro: per ciò che fanno dei tuoi dati vale la loro informativa.',
      'Gli inserzionisti non ricevono da noi nulla di te: il loro sito si apre soltanto se lo apri tu, e non sa da quale pagina arrivi.',
      'Il sito partner su cui apri una ricerca di hotel: riceve la destinazione, le date e le età che hai scritto, non chi sei.',
      'Le foto indicate con un indirizzo web si caricano dal sito che le ospita, che in quel momento vede il tuo indirizzo IP.',
      'Se un fornitore tratta dati fuori dallo Spazio economico europeo, lo fa con le garanzie degli artt. 44–49.',
    ],
  },
  {
    id: 'sicurezza',
    title: 'Come li proteggiamo',
    text: [
      'Nel registro del servizio ogni dato personale è cifrato (AES-256-GCM) con una chiave che appartiene soltanto alla persona a cui si riferisce. Email e username compaiono nei nomi interni solo come impronte. I registri tecnici non contengono indirizzi, messaggi o password.',
    ],
  },
  {
    id: 'durata',
    title: 'Per quanto tempo',
    text: (durations) => [
      'I dati dell’account restano finché l’account esiste.' +
        (durations === undefined
          ? ''
          : ` Una sessione dura al massimo ${counted(durations.sessionMaxDays, 'giorno', 'giorni')}; un codice di verifica, pochi minuti. Un codice sconto vale di norma ${counted(durations.rewardMonths, 'mese', 'mesi')}.`),
    ],
  },
  {
    id: 'cookie',
    title: 'Cookie e memoria del browser',
    text: [
      'Usiamo soltanto cookie tecnici e necessari, non leggibili dagli script: uno tiene aperta la tua sessione; se attivi l’impronta o il volto, un altro distingue il tuo dispositivo, per al massimo 400 giorni; se accedi con Google o Facebook, un terzo lega l’accesso a questo browser, per dieci minuti. Lo script di Facebook si carica soltanto se scegli Facebook. Il browser ricorda inoltre il nome e il ruolo da mostrare nell’intestazione, finché esci, e a che punto eri di una pagina e quali offerte hai nascosto, finché chiudi la scheda. Nessun cookie di profilazione, nessuno strumento di analisi di terzi: per questo non trovi un banner.',
    ],
  },
  {
    id: 'diritti',
    title: 'I tuoi diritti',
    text: [
      `Dal tuo profilo scarichi tutti i tuoi dati, in JSON o CSV, li correggi ed elimini l’account. Puoi chiedere accesso, rettifica, cancellazione, limitazione, portabilità e opporti al trattamento (artt. 15–22) anche scrivendo a ${settings.supportEmail}: rispondiamo entro un mese. Puoi anche rivolgerti al Garante per la protezione dei dati personali (garanteprivacy.it).`,
    ],
  },
  {
    id: 'eliminazione',
    title: 'Eliminazione dei dati',
    text: [
      `Elimini l’account dalla sezione «Eliminazione dell’account» del tuo profilo, oppure scrivendo a ${settings.supportEmail} dall’indirizzo email del tuo account. La cancellazione toglie i tuoi dati dalle pagine e distrugge la chiave con cui sono cifrati nel registro: da allora lì nessuno può più leggerli, nemmeno noi. Di recensioni e valutazioni restano le stelle e i punteggi, senza parole e senza nome. Se c’è una contestazione, un pagamento o un ricorso aperto, l’eliminazione attende che si concluda.`,
    ],
  },
]

export const privacyPolicyTexts = {
  title: 'Informativa sulla privacy',
  updated: `Ultimo aggiornamento: ${settings.privacyUpdated}`,
  intro: 'Che cosa sappiamo di te, perché, e come puoi decidere tu.',
  back: 'Torna alla pagina iniziale',
  contents: 'In questa pagina',
  sections,
} as const
