import { TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { reading } from '../route.ts'

export const hotelPartnerRoute = ({ hotelPartner }: Hall) => reading(calls.hotelPartner, () => TE.right(hotelPartner))
