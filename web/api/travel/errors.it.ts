import type { ContextErrors } from '../error-messages.ts'

/** Messages of the travel context. Those for Google's failures are specified (T-129, T-133, T-134, T-136, T-141). */
export const travelErrors = {
  PlacesUnauthorised: { status: 503, message: 'API key non autorizzata per questa richiesta' },
  PlacesOverLimit: { status: 503, message: 'Limite query giornaliero raggiunto' },
  PlacesNotInitialised: { status: 503, message: 'Il servizio Google Places non è inizializzato' },
  PlacesUnreachable: { status: 503, message: 'Errore di ricerca. Riprova.' },
  PlacesFailed: { status: 503, message: ({ status }) => `Errore API: ${status}` },
  HotelUnknown: { status: 404, message: 'Struttura non trovata.' },
  BookingPlacedOtherwise: { status: 409, message: 'Questa prenotazione è già stata inviata.' },
  GuestsOutOfRange: { status: 400, message: ({ min, max }) => `Gli ospiti vanno da ${min} a ${max}.` },
  StayTooLong: { status: 400, message: ({ maxNights }) => `Un soggiorno dura al massimo ${maxNights} notti.` },
  CheckOutNotAfterCheckIn: { status: 400, message: 'La partenza deve essere dopo l’arrivo.' },
  CheckInPast: { status: 400, message: 'L’arrivo non può essere nel passato.' },
  TooManyBookings: { status: 429, message: ({ dailyLimit }) => `Al massimo ${dailyLimit} prenotazioni al giorno.` },
  BookingNotFound: { status: 404, message: 'Prenotazione non trovata.' },
  StayAlreadyBegun: { status: 409, message: 'Il soggiorno è già iniziato: la prenotazione non può essere annullata.' },
  StayNotOver: { status: 409, message: 'Il soggiorno non è ancora concluso.' },
  BookingAlreadyCompleted: { status: 409, message: 'Il soggiorno è già concluso.' },
  BookingAlreadyCancelled: { status: 409, message: 'La prenotazione è già stata annullata.' },
} satisfies ContextErrors
