import { maxPhotoMegabytes } from '../../../contract/fields.ts'

export const photoTexts = {
  tabs: { camera: 'Camera', gallery: 'Gallery', url: 'URL' },
  sources: 'Da dove viene la foto',
  choose: 'Scegli una foto',
  change: 'Cambia foto',
  none: 'Nessuna foto',
  remove: 'Togli la foto',
  save: 'Salva foto',
  preview: 'Anteprima della foto',
  noPreview: 'Ancora nessuna foto',
  tooBig: { business: 'Foto troppo grande', client: 'Il file è troppo grande. Massimo 5MB consentito.' },
  notAnImage: 'Seleziona un file immagine valido.',
  unreadable: "Errore nel caricamento dell'immagine.",
  file: 'Foto dal tuo dispositivo',
  fileHint: `JPEG, PNG o WebP, al massimo ${maxPhotoMegabytes} MB`,
  url: 'Indirizzo web della foto',
  urlHint: 'Deve iniziare con https://',
  camera: {
    intro: 'La fotocamera si accende solo quando lo chiedi tu.',
    start: 'Accendi la fotocamera',
    starting: 'Accensione…',
    live: 'Immagine della fotocamera',
    shoot: 'Scatta',
    stop: 'Spegni',
    refused:
      'Non hai dato il permesso di usare la fotocamera. Consentilo nelle impostazioni del browser, oppure scegli la foto dalla Gallery.',
    missing: 'Nessuna fotocamera trovata. Scegli la foto dalla Gallery.',
    failed: 'La fotocamera non è disponibile in questo momento. Riprova o scegli la foto dalla Gallery.',
  },
  client: {
    title: 'Foto del profilo',
    social: 'Foto dai social',
    note: 'Le foto prese dai social si conservano solo con il consenso del cliente.',
    source: 'Social di provenienza',
    sourcePlaceholder: 'Nessuno',
    names: { facebook: 'Facebook', instagram: 'Instagram' },
    socialUrl: 'Indirizzo web della foto sui social',
    consent:
      'Acconsento all’uso della mia foto presa dai social e all’aggiornamento delle mie foto da parte delle strutture che mi conoscono',
  },
} as const
