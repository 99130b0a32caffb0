import { read } from '../../shared/read.ts'

/** The one saved last comes first. */
export const favourites = read('favourites', 'favourites', {})
