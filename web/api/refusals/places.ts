import type { PlaceRefusal } from '../../../application/ports/places.ts'
import type { Lines } from './line.ts'

/** T-129, T-133, T-134, T-136, T-141: what the search of places says when Google does not answer. */
export const placeRefusals: Lines<PlaceRefusal['type']> = {
  PlacesUnauthorised: { status: 503, says: 'API key non autorizzata per questa richiesta' },
  PlacesOverLimit: { status: 503, says: 'Limite query giornaliero raggiunto' },
  PlacesNotInitialised: { status: 503, says: 'Il servizio Google Places non è inizializzato' },
  PlacesUnreachable: { status: 503, says: 'Errore di ricerca. Riprova.' },
  PlacesFailed: { status: 503, says: ({ status }) => `Errore API: ${status}` },
}
