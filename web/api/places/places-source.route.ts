import { TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { reading } from '../route.ts'

export const placesSourceRoute = ({ googleMaps }: Hall) =>
  reading(calls.placesSource, () => TE.right({ google: googleMaps }))
