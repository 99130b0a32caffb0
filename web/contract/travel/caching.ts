/** Without schemas, which pages load later. @rule C-27 cache lifetime */
export const placesCacheSeconds = 300
