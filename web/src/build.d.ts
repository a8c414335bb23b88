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
/** Of camelup, when this was built. */
declare const CAMELUP_VERSION: string;
