import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { settings } from '../../../web/app/settings.ts'
import { businessName } from '../../../web/contract/accounts/authentication.ts'
import { socialSignInErrors } from '../../../web/contract/accounts/sign-in.ts'
import { validate } from '../../../web/contract/validation.ts'
import { sourceFilesIn } from '../../support/source-files.ts'
import { texts } from './support/all-texts.ts'

interface TextEntry {
  /** Name in the source list. */
  readonly name: string
  readonly text: string
}

/** All texts of an object; parameters appear as `{status}`. */
const textsIn = (name: string, inside: unknown): readonly TextEntry[] => {
  if (typeof inside === 'string') return [{ name, text: inside }]
  if (typeof inside === 'function') return textsIn(name, (inside as (filled: unknown) => unknown)('{status}'))
  if (typeof inside !== 'object' || inside === null) return []
  return Object.entries(inside).flatMap(([key, value]) => textsIn(/^\d+$/.test(key) ? name : key, value))
}

/** Errors of a Facebook login. */
const rejections = Object.entries(socialSignInErrors).flatMap(([name, says]) => textsIn(name, says('facebook')))
/** Messages with a parameter of the domain in them, as the contract answers them. */
const validationMessages = new Set(
  ['x', 'x'.repeat(51)].map((name) => {
    const validated = validate(businessName, name)
    return validated.ok ? null : validated.first
  }),
)
const allTexts = textsIn('', [texts, settings.claims])
const read = (files: readonly string[]) => files.map((file) => readFileSync(file, 'utf8')).join('\n')
/** The examples of the gallery are not texts of the product. */
const productFiles = sourceFilesIn('web/app').filter((file) => !/gallery\/\w+-stories\.tsx$/.test(file))
const appSource = read(productFiles.filter((file) => !/(^|[/.])texts\.ts$/.test(file)))
const serverSource = read(sourceFilesIn('web/api', 'web/contract'))

/** The specified texts, verbatim. */
const specifiedTexts = [
  ['T-001', 'Login'],
  ['T-003', 'Scopri Come Funziona'],
  ['T-004', 'Scopri i Vantaggi'],
  ['T-005', 'Terms of Service'],
  ['T-006', '500+'],
  ['T-007', '15K+'],
  ['T-008', '2M+'],
  ['T-009', '+300%'],
  ['T-011', 'Sono un Cliente'],
  ['T-012', 'Sono un Esercente'],
  ['T-013', 'Esercente (Hotel, B&B, Ristorante)'],
  ['T-014', 'Cliente'],
  ['T-015', 'Accesso Esercente'],
  ['T-016', 'Accesso Cliente'],
  ['T-017', 'Accedi al tuo account'],
  ['T-018', 'Accesso in corso...'],
  ['T-019', 'Torna al login normale'],
  ['T-020', 'Username richiesto'],
  ['T-021', 'Password richiesta'],
  ['T-022', 'Credenziali non valide. Verifica email e password.'],
  ['T-023', 'Errore di accesso'],
  ['T-024', 'Credenziali non valide. Riprova.'],
  ['T-025', 'Cliente non trovato o credenziali errate'],
  ['T-026', 'Cliente non trovato. Forse non ti sei ancora registrato?'],
  ['T-027', 'Registrati ora'],
  ['T-028', 'Errore durante il login Facebook'],
  ['T-029', 'Login annullato'],
  ['T-030', 'Login Facebook annullato'],
  ['T-031', 'Errore di autenticazione'],
  ['T-032', 'Torna alla selezione'],
  ['T-033', 'Accedi come Cliente'],
  ['T-034', 'Registrati come Cliente'],
  ['T-037', 'oppure'],
  ['T-038', 'Hai dimenticato le credenziali?'],
  ['T-039', 'Non hai un account?'],
  ['T-040', 'Hai già un account?'],
  ['T-041', 'Attendere...'],
  ['T-042', '+39 123 456 7890'],
  ['T-043', 'Necessario per il recupero credenziali'],
  ['T-045', 'Inserisci il codice a 6 cifre'],
  ['T-046', 'Verifica Email'],
  ['T-047', 'Torna indietro'],
  ['T-048', 'Accesso effettuato!'],
  ['T-049', "Vuoi attivare l'accesso biometrico per la prossima volta?"],
  ['T-050', 'Email di verifica inviata!'],
  ['T-051', 'Controlla la tua email e inserisci il codice di verifica.'],
  ['T-052', 'Email verificata!'],
  ['T-053', 'Il tuo account è stato attivato con successo.'],
  ['T-054', 'Autenticazione biometrica attivata!'],
  ['T-055', 'Ora puoi accedere usando la tua impronta o Face ID.'],
  ['T-056', 'Errore'],
  ['T-057', 'Credenziali non valide'],
  ['T-058', 'Errore nella registrazione'],
  ['T-059', 'Codice di verifica non valido'],
  ['T-060', 'Crea Account Esercente'],
  ['T-062', 'Email già registrata'],
  ['T-063', 'Email già in uso'],
  ['T-064', 'Username già in uso'],
  ['T-065', 'Username non disponibile'],
  ['T-066', 'Entity too large'],
  ['T-067', 'Foto troppo grande'],
  ['T-068', 'Dati non validi'],
  ['T-069', 'Controlla che tutti i campi siano compilati correttamente.'],
  ['T-070', 'Si è verificato un errore durante la registrazione. Riprova.'],
  ['T-071', 'Numero di telefono richiesto per recupero credenziali'],
  ['T-072', 'Inserisci un numero di telefono valido'],
  ['T-074', 'Registrazione completata!'],
  ['T-075', 'Errore nella registrazione'],
  ['T-076', 'Errore sconosciuto'],
  ['T-077', 'Password must be at least 10 characters'],
  ['T-078', 'Password must contain uppercase, lowercase, number and special character'],
  ['T-079', 'Invalid email address'],
  ['T-080', 'Hotel'],
  ['T-080', 'B&B'],
  ['T-080', 'Casa Vacanze'],
  ['T-080', 'Agriturismo'],
  ['T-080', 'Ristorante'],
  ['T-080', 'Pizzeria'],
  ['T-080', 'Bar'],
  ['T-080', 'Caffè'],
  ['T-080', 'Trattoria'],
  ['T-080', 'Osteria'],
  ['T-080', 'Pub'],
  ['T-080', 'Gelateria'],
  ['T-080', 'Pasticceria'],
  ['T-080', 'Spa'],
  ['T-080', 'Centro Benessere'],
  ['T-080', 'Attività Turistica'],
  ['T-080', 'Altro'],
  ['T-081', 'hotel'],
  ['T-081', 'bnb'],
  ['T-081', 'restaurant'],
  ['T-081', 'hostel'],
  ['T-081', 'agriturismo'],
  ['T-082', 'Camera'],
  ['T-082', 'Gallery'],
  ['T-082', 'URL'],
  ['T-084', 'Il file è troppo grande. Massimo 5MB consentito.'],
  ['T-085', 'Seleziona un file immagine valido.'],
  ['T-086', "Errore nel caricamento dell'immagine."],
  ['T-087', 'Numero richiesto'],
  ['T-088', 'Email richiesta'],
  ['T-089', 'Password richiesta'],
  ['T-090', 'Minimo 6 caratteri'],
  ['T-091', 'Conferma richiesta'],
  ['T-092', 'Le password non corrispondono'],
  ['T-093', 'non trovato'],
  ['T-094', 'Errore'],
  ['T-095', 'Errore nel recupero'],
  ['T-096', "Errore nell'invio password"],
  ['T-097', 'Errore nel reset password'],
  ['T-098', 'SMS Inviato'],
  ['T-099', 'Password Provvisoria Inviata'],
  ['T-100', 'Password Aggiornata'],
  ['T-101', 'Attiva Autenticazione Biometrica'],
  ['T-102', 'Accedi con Impronta Digitale'],
  ['T-103', "Il tuo browser non supporta l'autenticazione biometrica. Usa Chrome, Safari o Edge aggiornati."],
  ['T-104', 'Errore nella generazione del challenge'],
  ['T-105', 'Credenziale non creata'],
  ['T-106', 'Errore nella registrazione della credenziale'],
  ['T-107', "Autorizzazione negata dall'utente"],
  ['T-108', 'Credenziale già registrata per questo dispositivo'],
  ['T-109', 'Autenticazione biometrica non supportata'],
  ['T-110', 'Errore durante la registrazione biometrica'],
  ['T-111', 'Errore nella generazione del challenge di autenticazione'],
  ['T-112', 'Autenticazione fallita'],
  ['T-113', 'Verifica autenticazione fallita'],
  ['T-114', "Autorizzazione negata dall'utente"],
  ['T-115', 'Nessuna credenziale biometrica trovata'],
  ['T-116', "Errore durante l'autenticazione biometrica"],
  ['T-117', "Aggiorna il tuo browser per usare l'autenticazione biometrica"],
  ['T-118', "L'autenticazione biometrica è disponibile principalmente su dispositivi mobili"],
  ['T-119', "Errore durante l'attivazione"],
  ['T-120', 'Errore durante la disattivazione'],
  ['T-121', 'Autenticazione biometrica non disponibile'],
  ['T-128', 'Nessun risultato trovato'],
  ['T-129', 'Errore di ricerca. Riprova.'],
  ['T-130', 'Errore recupero dettagli indirizzo'],
  ['T-131', 'Impossibile caricare Google Maps API'],
  ['T-132', 'Errore inizializzazione Google Places'],
  ['T-133', 'API key non autorizzata per questa richiesta'],
  ['T-134', 'Limite query giornaliero raggiunto'],
  ['T-135', 'Nessun risultato trovato per questa ricerca'],
  ['T-136', 'Errore API: {status}'],
  ['T-137', 'Errore nella ricerca degli indirizzi'],
  ['T-138', "Errore nell'ottenimento dei dettagli dell'indirizzo"],
  ['T-139', "Errore nella selezione dell'indirizzo"],
  ['T-226', 'Errore creazione programma'],
  ['T-140', 'Errore nella ricerca'],
  ['T-141', 'Il servizio Google Places non è inizializzato'],
  ['T-143', 'Cliente'],
  ['T-144', 'Esercente'],
  ['T-145', 'Cliente Top'],
  ['T-146', 'Cliente Fidato'],
  ['T-147', 'Nuovo Cliente'],
  ['T-150', 'Sessione Scaduta'],
  ['T-151', 'Errore di Caricamento'],
  ['T-152', 'Attivo'],
  ['T-154', 'Gestione Clienti'],
  ['T-155', 'Errore aggiornamento cliente'],
  ['T-156', "Si è verificato un errore durante l'aggiornamento delle foto."],
  ['T-157', 'Recensioni'],
  ['T-158', 'Valutazione mancante'],
  ['T-159', 'Seleziona una valutazione da 1 a 5 stelle.'],
  ['T-160', 'Recensione salvata'],
  ['T-161', 'Si è verificato un errore durante il salvataggio.'],
  ['T-162', 'Si è verificato un errore durante il salvataggio della recensione.'],
  ['T-163', 'Ricompensa sbloccata'],
  ['T-164', 'Motivo richiesto'],
  ['T-165', 'Segnalazione già presente'],
  ['T-166', 'Errore'],
  ['T-167', 'Dati mancanti'],
  ['T-168', 'Contestazione già presente'],
  ['T-169', 'Attiva'],
  ['T-169', 'Nascosta'],
  ['T-169', 'Rimossa'],
  ['T-169', 'In Revisione'],
  ['T-170', 'Contestata'],
  ['T-170', 'In revisione'],
  ['T-170', 'Contestazione accolta'],
  ['T-170', 'Contestazione respinta'],
  ['T-171', "Si è verificato un errore durante l'azione di moderazione."],
  ['T-173', 'Email non trovata per il test'],
  ['T-174', 'Impossibile eseguire il test'],
  ['T-175', 'Nessuna pubblicità disponibile al momento'],
  ['T-176', 'N/A'],
  ['T-177', 'Sistema Ricompense'],
  ['T-178', 'Impossibile riscattare la ricompensa. Riprova.'],
  ['T-179', 'Errore nel caricamento'],
  ['T-142', 'Gratuito'],
  ['T-142', 'Economico'],
  ['T-142', 'Moderato'],
  ['T-142', 'Costoso'],
  ['T-142', 'Molto Costoso'],
  ['T-198', "Il nome dell'attività deve avere almeno 2 caratteri"],
  ['T-199', "Il nome dell'attività non può superare i 50 caratteri"],
  ['T-200', 'Seleziona il tipo di attività'],
  ['T-201', "Inserisci un'email valida"],
  ['T-202', 'Privacy consent is required'],
  ['T-203', 'Profilo aggiornato'],
  ['T-204', "Si è verificato un errore durante l'aggiornamento del profilo."],
  ['T-205', "Si è verificato un errore durante l'aggiornamento."],
  ['T-206', 'Indietro'],
  ['T-206', 'Continua'],
  ['T-206', 'Completa Configurazione'],
  ['T-207', 'Campi obbligatori mancanti'],
  ['T-208', 'Completa tutti i campi richiesti prima di continuare.'],
  ['T-209', 'Configurazione incompleta'],
  ['T-210', 'Completa tutti i campi richiesti prima di finalizzare.'],
  [
    'T-211',
    "L'accettazione della Privacy Policy e dei Termini di Servizio è obbligatoria per completare la registrazione.",
  ],
  ['T-212', 'Si è verificato un errore. Riprova più tardi.'],
  ['T-214', 'Compila tutti i campi obbligatori'],
  ['T-215', 'Prenota e guadagna AVA'],
  ['T-216', 'Errore prenotazione'],
  ['T-217', 'Si è verificato un errore durante la prenotazione.'],
  ['T-181', 'Wallet'],
  ['T-181', 'Premium'],
  ['T-181', 'Transazioni'],
  ['T-182', 'Standard'],
  ['T-183', '0x...'],
  ['T-185', 'Inserisci un indirizzo wallet valido'],
  ['T-186', 'Inserisci un indirizzo wallet AVA valido'],
  ['T-187', 'Saldo insufficiente. Guadagna AVA Token lasciando valutazioni!'],
  ['T-188', 'Wallet configurato!'],
  ['T-189', 'Si è verificato un errore durante la configurazione del wallet'],
  ['T-190', 'Wallet non trovato'],
  ['T-191', 'Errore'],
  ['T-192', 'Errore aggiornamento wallet'],
  ['T-193', 'Saldo AVA insufficiente'],
  ['T-194', 'Errore nella generazione del wallet'],
  ['T-195', 'In attesa'],
  ['T-195', 'Confermato'],
] as const
/** Entries whose text is part of a server message. */
const partialTexts = new Set(['T-008', 'T-066', 'T-068', 'T-093'])

describe('the specified texts', () => {
  it.each(specifiedTexts)('%s: have “%s” in the text catalogue, used by a page or the server', (row, text) => {
    const part = partialTexts.has(row)
    const shown = allTexts
      .filter((word) => (part ? word.text.includes(text) : word.text === text))
      .some(({ name }) => new RegExp(`\\b${name}\\b`).test(appSource))
    const said = [`'${text}'`, `"${text}"`, ` ${text}: '`, ...(part ? [text] : [])].some((quoted) =>
      serverSource.includes(quoted),
    )
    const answered =
      rejections.some((word) => word.text === text) ||
      validationMessages.has(text) ||
      (part && appSource.includes(text))
    expect(shown || said || answered).toBe(true)
  })
})

describe('all UI texts', () => {
  /** Texts between tags and in announced attributes. */
  const wordsWithin = (source: string) => {
    const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    const between = />([^<>{}=;()]*\p{L}{2}[^<>{}=;()]*)<\//gu
    const readOut = /\b(?:aria-label|alt|hint|intro|label|placeholder|text|title)="([^"]*\p{L}{2}[^"]*)"/gu
    return [between, readOut].flatMap((words) => [...code.matchAll(words)].map(([, word = '']) => word.trim()))
  }

  it('Q-39: are in the text catalogue, ours and the specified ones', () => {
    const screens = productFiles.filter((file) => file.endsWith('.tsx'))
    expect(screens.length).toBeGreaterThan(100)
    expect(screens.flatMap((file) => wordsWithin(readFileSync(file, 'utf8')))).toEqual([])
  })

  it.each([['<p>Ciao a tutti</p>'], ['<Button label="Salva" />'], ['<li>\n  Salva\n</li>']])(
    'are detected in %s',
    (line) => expect(wordsWithin(line)).toHaveLength(1),
  )
})
