declare module "virtual:tokens.css";
declare module "virtual:rules" {
  const book: import("../build/rules.ts").Book;
  export default book;
}
declare module "subset-font" {
  interface Options {
    targetFormat: "woff2";
    variationAxes?: Record<string, { min: number; max: number }>;
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
/** The version of camelup that this was built from. */
declare const CAMELUP_VERSION: string;
