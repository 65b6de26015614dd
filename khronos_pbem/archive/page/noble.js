/* noble: parts of two packages of npm, put together by tests/make_noble.py, otherwise unchanged.
   @noble/curves 2.4.0  sha512-P4/62zrgfH33CneE3Dn4WhJVA22YUU0eR51wKIan4NVRvwsA0YnPTwWGpNbpuacSujmSFLvyzpyuR30+fbq2Ew==
   @noble/hashes 2.4.0  sha512-X5XaVWZIBCT7HHZGm5I7ZQXDwLG+bGXuSrMQAW+7Zvl87h1kmc1ZB1VSRJcpUfoUrGQp4Fkoxm5kZ+Ms+aW+eA==

The MIT License (MIT)

Copyright (c) 2022 Paul Miller (https://paulmillr.com)

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the “Software”), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED “AS IS”, WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE. */
const noble=(()=>{const hashes__u64=(()=>{const U32_MASK64=(()=>BigInt(2**32-1))();const _32n=BigInt(32);function fromBig(n,le=false){if(le)
return{h:Number(n&U32_MASK64),l:Number((n>>_32n)&U32_MASK64)};return{h:Number((n>>_32n)&U32_MASK64)|0,l:Number(n&U32_MASK64)|0};}function split(lst,le=false){const len=lst.length;let Ah=new Uint32Array(len);let Al=new Uint32Array(len);for(let i=0;i<len;i++){const{h,l}=fromBig(lst[i],le);[Ah[i],Al[i]]=[h,l];}
return[Ah,Al];}const toBig=(h,l)=>(BigInt(h>>>0)<<_32n)|BigInt(l>>>0);const fromNumH=(n)=>(n/2**32)|0;const fromNumL=(n)=>n>>>0;function setU64FromNum(view,byteOffset,n,isLE){const h=fromNumH(n);const l=fromNumL(n);view.setUint32(byteOffset,isLE?l:h,isLE);view.setUint32(byteOffset+4,isLE?h:l,isLE);}const shrSH=(h,_l,s)=>h>>>s;const shrSL=(h,l,s)=>(h<<(32-s))|(l>>>s);const rotrSH=(h,l,s)=>(h>>>s)|(l<<(32-s));const rotrSL=(h,l,s)=>(h<<(32-s))|(l>>>s);const rotrBH=(h,l,s)=>(h<<(64-s))|(l>>>(s-32));const rotrBL=(h,l,s)=>(h>>>(s-32))|(l<<(64-s));const rotr32H=(_h,l)=>l;const rotr32L=(h,_l)=>h;function add(Ah,Al,Bh,Bl){const l=(Al>>>0)+(Bl>>>0);return{h:(Ah+Bh+((l/2**32)|0))|0,l:l|0};}const add3L=(Al,Bl,Cl)=>(Al>>>0)+(Bl>>>0)+(Cl>>>0);const add3H=(low,Ah,Bh,Ch)=>(Ah+Bh+Ch+((low/2**32)|0))|0;const add4L=(Al,Bl,Cl,Dl)=>(Al>>>0)+(Bl>>>0)+(Cl>>>0)+(Dl>>>0);const add4H=(low,Ah,Bh,Ch,Dh)=>(Ah+Bh+Ch+Dh+((low/2**32)|0))|0;const add5L=(Al,Bl,Cl,Dl,El)=>(Al>>>0)+(Bl>>>0)+(Cl>>>0)+(Dl>>>0)+(El>>>0);const add5H=(low,Ah,Bh,Ch,Dh,Eh)=>(Ah+Bh+Ch+Dh+Eh+((low/2**32)|0))|0;return{U32_MASK64,_32n,add,add3H,add3L,add4H,add4L,add5H,add5L,fromBig,fromNumH,fromNumL,rotr32H,rotr32L,rotrBH,rotrBL,rotrSH,rotrSL,setU64FromNum,shrSH,shrSL,split,toBig};})();
const hashes_utils=(()=>{function isBytes(a){return(a instanceof Uint8Array||(ArrayBuffer.isView(a)&&a.constructor.name==='Uint8Array'&&'BYTES_PER_ELEMENT'in a&&a.BYTES_PER_ELEMENT===1));}const atitle=(title)=>(title?`"${title}" `:'');function anumber(n,title=''){if(typeof n!=='number')
throw new TypeError(atitle(title)+'expected number, got '+typeof n);if(!Number.isSafeInteger(n)||n<0)
throw new RangeError(atitle(title)+'expected integer >= 0, got '+n);return n;}function abytes(value,length,title=''){if(isBytes(value)&&(length===undefined||value.length===length))
return value;if(length!==undefined)
anumber(length,'length');const bytes=isBytes(value);const ofLen=length!==undefined?` of length ${length}`:'';const got=bytes?`length=${value.length}`:`type=${typeof value}`;const message=atitle(title)+'expected Uint8Array'+ofLen+', got '+got;if(!bytes)
throw new TypeError(message);throw new RangeError(message);}const aobject=(value,label)=>{if(value===null||typeof value!=='object'||Array.isArray(value))
throw new TypeError((label==='object'?'':`"${label}" `)+'expected object, got type='+typeof value);};const aopts=(value,label)=>{aobject(value,label);const proto=Object.getPrototypeOf(value);if(proto!==Object.prototype&&proto!==null)
throw new TypeError(`"${label}" expected plain object`);if(Object.hasOwn(value,'__proto__'))
throw new TypeError(`"${label}.__proto__" is not allowed`);};function aexists(instance,checkFinished=true){if(instance.destroyed)
throw new Error('hash was destroyed');if(checkFinished&&instance.finished)
throw new Error('digest() was already called');}function aoutput(out,instance){abytes(out,undefined,'output');const min=instance.outputLen;if(!(out.length>=min)){throw new RangeError('"output" expected length >= '+min);}}function clean(...arrays){for(let i=0;i<arrays.length;i++){arrays[i].fill(0);}}function createView(arr){return new DataView(arr.buffer,arr.byteOffset,arr.byteLength);}function rotr(word,shift){return(word<<(32-shift))|(word>>>shift);}const hasHexBuiltin=(()=>typeof Uint8Array.from([]).toHex==='function'&&typeof Uint8Array.fromHex==='function')();const hexes=Array.from({length:256},(_,i)=>i.toString(16).padStart(2,'0'));function bytesToHex(bytes){abytes(bytes);if(hasHexBuiltin)
return bytes.toHex();let hex='';for(let i=0;i<bytes.length;i++){hex+=hexes[bytes[i]];}
return hex;}function asciiToBase16(ch){return ch>=48&&ch<=57?ch-48:ch>=65&&ch<=70?ch-(65-10):ch>=97&&ch<=102?ch-(97-10):undefined;}function hexToBytes(hex){if(typeof hex!=='string')
throw new TypeError('hex string expected, got '+typeof hex);if(hasHexBuiltin){try{return Uint8Array.fromHex(hex);}
catch(error){if(error instanceof SyntaxError)
throw new RangeError(error.message);throw error;}}
const hl=hex.length;const al=hl/2;if(hl%2)
throw new RangeError('hex string expected, got unpadded hex of length '+hl);const array=new Uint8Array(al);for(let ai=0,hi=0;ai<al;ai++,hi+=2){const n1=asciiToBase16(hex.charCodeAt(hi));const n2=asciiToBase16(hex.charCodeAt(hi+1));if(n1===undefined||n2===undefined){const char=hex[hi]+hex[hi+1];throw new RangeError('hex string expected, got non-hex character "'+char+'" at index '+hi);}
array[ai]=n1*16+n2;}
return array;}function checkOpts(defaults,opts,title='opts'){aopts(defaults,'defaults');if(opts!==undefined)
aopts(opts,title);const merged=Object.assign(Object.create(null),defaults,opts);return merged;}function createHasher(hashCons,info={}){if(typeof hashCons!=='function')
throw new TypeError('"hashCons" expected function, got type='+typeof hashCons);info=checkOpts({},info,'info');const hashC=(msg,opts)=>hashCons(opts).update(msg).digest();const tmp=hashCons(undefined);hashC.outputLen=tmp.outputLen;hashC.blockLen=tmp.blockLen;hashC.canXOF=tmp.canXOF;hashC.create=(opts)=>hashCons(opts);Object.assign(hashC,info);return Object.freeze(hashC);}function randomBytes(bytesLength=32){anumber(bytesLength,'bytesLength');const cr=typeof globalThis==='object'?globalThis.crypto:null;if(typeof cr?.getRandomValues!=='function')
throw new Error('crypto.getRandomValues must be defined');if(bytesLength>65536)
throw new RangeError(`"bytesLength" expected <= 65536, got ${bytesLength}`);return cr.getRandomValues(new Uint8Array(bytesLength));}const oidNist=(suffix)=>({oid:Uint8Array.from([0x06,0x09,0x60,0x86,0x48,0x01,0x65,0x03,0x04,0x02,suffix]),});return{abytes,aexists,anumber,aobject,aopts,aoutput,asciiToBase16,atitle,bytesToHex,checkOpts,clean,createHasher,createView,hasHexBuiltin,hexToBytes,hexes,isBytes,oidNist,randomBytes,rotr};})();
const hashes__md=(()=>{const setU64FromNum=hashes__u64.setU64FromNum,abytes=hashes_utils.abytes,aexists=hashes_utils.aexists,aoutput=hashes_utils.aoutput,createView=hashes_utils.createView;function Chi(a,b,c){return(a&b)^(~a&c);}function Maj(a,b,c){return(a&b)^(a&c)^(b&c);}class HashMD{blockLen;outputLen;canXOF=false;padOffset;isLE;buffer;view;finished=false;length=0;pos=0;destroyed=false;constructor(blockLen,outputLen,padOffset,isLE){this.blockLen=blockLen;this.outputLen=outputLen;this.padOffset=padOffset;this.isLE=isLE;this.buffer=new Uint8Array(blockLen);this.view=createView(this.buffer);}
update(data){aexists(this);abytes(data);const{view,buffer,blockLen}=this;const len=data.length;let processed=false;for(let pos=0;pos<len;){const take=Math.min(blockLen-this.pos,len-pos);if(take===blockLen){const dataView=createView(data);for(;blockLen<=len-pos;pos+=blockLen)
this.process(dataView,pos);processed=true;continue;}
buffer.set(pos===0&&take===len?data:data.subarray(pos,pos+take),this.pos);this.pos+=take;pos+=take;if(this.pos===blockLen){this.process(view,0);this.pos=0;processed=true;}}
this.length+=data.length;if(processed)
this.roundClean();return this;}
digestInto(out){aexists(this);aoutput(out,this);this.finished=true;const{buffer,view,blockLen,isLE}=this;let{pos}=this;buffer[pos++]=0b10000000;buffer.fill(0,pos);if(this.padOffset>blockLen-pos){this.process(view,0);buffer.fill(0);}
setU64FromNum(view,blockLen-8,this.length*8,isLE);this.process(view,0);this.roundClean();const oview=out===buffer?view:createView(out);const len=this.outputLen;const outLen=len/4;const state=this.get();if(len%4||outLen>state.length)
throw new Error('invalid outputLen');for(let i=0;i<outLen;i++)
oview.setUint32(4*i,state[i],isLE);}
digest(){const{buffer,outputLen}=this;this.digestInto(buffer);const res=buffer.slice(0,outputLen);this.destroy();return res;}
_cloneIntoMeta(to){const{buffer,length,finished,destroyed,pos}=this;to.destroyed=destroyed;to.finished=finished;to.length=length;to.pos=pos;if(pos)
to.buffer.set(buffer);return to;}
clone(){return this._cloneInto();}}const SHA256_IV=Uint32Array.from([0x6a09e667,0xbb67ae85,0x3c6ef372,0xa54ff53a,0x510e527f,0x9b05688c,0x1f83d9ab,0x5be0cd19,]);const SHA512_IV=Uint32Array.from([0x6a09e667,0xf3bcc908,0xbb67ae85,0x84caa73b,0x3c6ef372,0xfe94f82b,0xa54ff53a,0x5f1d36f1,0x510e527f,0xade682d1,0x9b05688c,0x2b3e6c1f,0x1f83d9ab,0xfb41bd6b,0x5be0cd19,0x137e2179,]);return{Chi,HashMD,Maj,SHA256_IV,SHA512_IV};})();
const hashes_sha2=(()=>{const Chi=hashes__md.Chi,HashMD=hashes__md.HashMD,Maj=hashes__md.Maj,SHA256_IV=hashes__md.SHA256_IV,SHA512_IV=hashes__md.SHA512_IV,u64=hashes__u64,clean=hashes_utils.clean,createHasher=hashes_utils.createHasher,oidNist=hashes_utils.oidNist,rotr=hashes_utils.rotr;const SHA256_K=Uint32Array.from([0x428a2f98,0x71374491,0xb5c0fbcf,0xe9b5dba5,0x3956c25b,0x59f111f1,0x923f82a4,0xab1c5ed5,0xd807aa98,0x12835b01,0x243185be,0x550c7dc3,0x72be5d74,0x80deb1fe,0x9bdc06a7,0xc19bf174,0xe49b69c1,0xefbe4786,0x0fc19dc6,0x240ca1cc,0x2de92c6f,0x4a7484aa,0x5cb0a9dc,0x76f988da,0x983e5152,0xa831c66d,0xb00327c8,0xbf597fc7,0xc6e00bf3,0xd5a79147,0x06ca6351,0x14292967,0x27b70a85,0x2e1b2138,0x4d2c6dfc,0x53380d13,0x650a7354,0x766a0abb,0x81c2c92e,0x92722c85,0xa2bfe8a1,0xa81a664b,0xc24b8b70,0xc76c51a3,0xd192e819,0xd6990624,0xf40e3585,0x106aa070,0x19a4c116,0x1e376c08,0x2748774c,0x34b0bcb5,0x391c0cb3,0x4ed8aa4a,0x5b9cca4f,0x682e6ff3,0x748f82ee,0x78a5636f,0x84c87814,0x8cc70208,0x90befffa,0xa4506ceb,0xbef9a3f7,0xc67178f2]);const SHA256_W=new Uint32Array(64);class SHA2_32B extends HashMD{A=0;B=0;C=0;D=0;E=0;F=0;G=0;H=0;constructor(outputLen,IV){super(64,outputLen,8,false);this.A=IV[0]|0;this.B=IV[1]|0;this.C=IV[2]|0;this.D=IV[3]|0;this.E=IV[4]|0;this.F=IV[5]|0;this.G=IV[6]|0;this.H=IV[7]|0;}
get(){const{A,B,C,D,E,F,G,H}=this;return[A,B,C,D,E,F,G,H];}
set(A,B,C,D,E,F,G,H){this.A=A|0;this.B=B|0;this.C=C|0;this.D=D|0;this.E=E|0;this.F=F|0;this.G=G|0;this.H=H|0;}
_cloneInto(to){(to||=new this.constructor()).set(...this.get());return this._cloneIntoMeta(to);}
process(view,offset){for(let i=0;i<16;i++,offset+=4)
SHA256_W[i]=view.getUint32(offset,false);for(let i=16;i<64;i++){const W15=SHA256_W[i-15];const W2=SHA256_W[i-2];const s0=rotr(W15,7)^rotr(W15,18)^(W15>>>3);const s1=rotr(W2,17)^rotr(W2,19)^(W2>>>10);SHA256_W[i]=(s1+SHA256_W[i-7]+s0+SHA256_W[i-16])|0;}
let{A,B,C,D,E,F,G,H}=this;for(let i=0;i<64;i++){const sigma1=rotr(E,6)^rotr(E,11)^rotr(E,25);const T1=(H+sigma1+Chi(E,F,G)+SHA256_K[i]+SHA256_W[i])|0;const sigma0=rotr(A,2)^rotr(A,13)^rotr(A,22);const T2=(sigma0+Maj(A,B,C))|0;H=G;G=F;F=E;E=(D+T1)|0;D=C;C=B;B=A;A=(T1+T2)|0;}
A=(A+this.A)|0;B=(B+this.B)|0;C=(C+this.C)|0;D=(D+this.D)|0;E=(E+this.E)|0;F=(F+this.F)|0;G=(G+this.G)|0;H=(H+this.H)|0;this.set(A,B,C,D,E,F,G,H);}
roundClean(){clean(SHA256_W);}
destroy(){this.destroyed=true;this.set(0,0,0,0,0,0,0,0);clean(this.buffer);}}class _SHA256 extends SHA2_32B{constructor(){super(32,SHA256_IV);}}const K512=(()=>u64.split(['0x428a2f98d728ae22','0x7137449123ef65cd','0xb5c0fbcfec4d3b2f','0xe9b5dba58189dbbc','0x3956c25bf348b538','0x59f111f1b605d019','0x923f82a4af194f9b','0xab1c5ed5da6d8118','0xd807aa98a3030242','0x12835b0145706fbe','0x243185be4ee4b28c','0x550c7dc3d5ffb4e2','0x72be5d74f27b896f','0x80deb1fe3b1696b1','0x9bdc06a725c71235','0xc19bf174cf692694','0xe49b69c19ef14ad2','0xefbe4786384f25e3','0x0fc19dc68b8cd5b5','0x240ca1cc77ac9c65','0x2de92c6f592b0275','0x4a7484aa6ea6e483','0x5cb0a9dcbd41fbd4','0x76f988da831153b5','0x983e5152ee66dfab','0xa831c66d2db43210','0xb00327c898fb213f','0xbf597fc7beef0ee4','0xc6e00bf33da88fc2','0xd5a79147930aa725','0x06ca6351e003826f','0x142929670a0e6e70','0x27b70a8546d22ffc','0x2e1b21385c26c926','0x4d2c6dfc5ac42aed','0x53380d139d95b3df','0x650a73548baf63de','0x766a0abb3c77b2a8','0x81c2c92e47edaee6','0x92722c851482353b','0xa2bfe8a14cf10364','0xa81a664bbc423001','0xc24b8b70d0f89791','0xc76c51a30654be30','0xd192e819d6ef5218','0xd69906245565a910','0xf40e35855771202a','0x106aa07032bbd1b8','0x19a4c116b8d2d0c8','0x1e376c085141ab53','0x2748774cdf8eeb99','0x34b0bcb5e19b48a8','0x391c0cb3c5c95a63','0x4ed8aa4ae3418acb','0x5b9cca4f7763e373','0x682e6ff3d6b2b8a3','0x748f82ee5defb2fc','0x78a5636f43172f60','0x84c87814a1f0ab72','0x8cc702081a6439ec','0x90befffa23631e28','0xa4506cebde82bde9','0xbef9a3f7b2c67915','0xc67178f2e372532b','0xca273eceea26619c','0xd186b8c721c0c207','0xeada7dd6cde0eb1e','0xf57d4f7fee6ed178','0x06f067aa72176fba','0x0a637dc5a2c898a6','0x113f9804bef90dae','0x1b710b35131c471b','0x28db77f523047d84','0x32caab7b40c72493','0x3c9ebe0a15c9bebc','0x431d67c49c100d4c','0x4cc5d4becb3e42b6','0x597f299cfc657e2a','0x5fcb6fab3ad6faec','0x6c44198c4a475817'].map(n=>BigInt(n))))();const SHA512_Kh=(()=>K512[0])();const SHA512_Kl=(()=>K512[1])();const SHA512_W_H=new Uint32Array(80);const SHA512_W_L=new Uint32Array(80);class SHA2_64B extends HashMD{Ah=0;Al=0;Bh=0;Bl=0;Ch=0;Cl=0;Dh=0;Dl=0;Eh=0;El=0;Fh=0;Fl=0;Gh=0;Gl=0;Hh=0;Hl=0;constructor(outputLen,IV){super(128,outputLen,16,false);this.Ah=IV[0]|0;this.Al=IV[1]|0;this.Bh=IV[2]|0;this.Bl=IV[3]|0;this.Ch=IV[4]|0;this.Cl=IV[5]|0;this.Dh=IV[6]|0;this.Dl=IV[7]|0;this.Eh=IV[8]|0;this.El=IV[9]|0;this.Fh=IV[10]|0;this.Fl=IV[11]|0;this.Gh=IV[12]|0;this.Gl=IV[13]|0;this.Hh=IV[14]|0;this.Hl=IV[15]|0;}
get(){const{Ah,Al,Bh,Bl,Ch,Cl,Dh,Dl,Eh,El,Fh,Fl,Gh,Gl,Hh,Hl}=this;return[Ah,Al,Bh,Bl,Ch,Cl,Dh,Dl,Eh,El,Fh,Fl,Gh,Gl,Hh,Hl];}
set(Ah,Al,Bh,Bl,Ch,Cl,Dh,Dl,Eh,El,Fh,Fl,Gh,Gl,Hh,Hl){this.Ah=Ah|0;this.Al=Al|0;this.Bh=Bh|0;this.Bl=Bl|0;this.Ch=Ch|0;this.Cl=Cl|0;this.Dh=Dh|0;this.Dl=Dl|0;this.Eh=Eh|0;this.El=El|0;this.Fh=Fh|0;this.Fl=Fl|0;this.Gh=Gh|0;this.Gl=Gl|0;this.Hh=Hh|0;this.Hl=Hl|0;}
_cloneInto(to){(to||=new this.constructor()).set(...this.get());return this._cloneIntoMeta(to);}
process(view,offset){for(let i=0;i<16;i++,offset+=4){SHA512_W_H[i]=view.getUint32(offset);SHA512_W_L[i]=view.getUint32((offset+=4));}
for(let i=16;i<80;i++){const W15h=SHA512_W_H[i-15]|0;const W15l=SHA512_W_L[i-15]|0;const s0h=u64.rotrSH(W15h,W15l,1)^u64.rotrSH(W15h,W15l,8)^u64.shrSH(W15h,W15l,7);const s0l=u64.rotrSL(W15h,W15l,1)^u64.rotrSL(W15h,W15l,8)^u64.shrSL(W15h,W15l,7);const W2h=SHA512_W_H[i-2]|0;const W2l=SHA512_W_L[i-2]|0;const s1h=u64.rotrSH(W2h,W2l,19)^u64.rotrBH(W2h,W2l,61)^u64.shrSH(W2h,W2l,6);const s1l=u64.rotrSL(W2h,W2l,19)^u64.rotrBL(W2h,W2l,61)^u64.shrSL(W2h,W2l,6);const SUMl=u64.add4L(s0l,s1l,SHA512_W_L[i-7],SHA512_W_L[i-16]);const SUMh=u64.add4H(SUMl,s0h,s1h,SHA512_W_H[i-7],SHA512_W_H[i-16]);SHA512_W_H[i]=SUMh|0;SHA512_W_L[i]=SUMl|0;}
let{Ah,Al,Bh,Bl,Ch,Cl,Dh,Dl,Eh,El,Fh,Fl,Gh,Gl,Hh,Hl}=this;for(let i=0;i<80;i++){const sigma1h=u64.rotrSH(Eh,El,14)^u64.rotrSH(Eh,El,18)^u64.rotrBH(Eh,El,41);const sigma1l=u64.rotrSL(Eh,El,14)^u64.rotrSL(Eh,El,18)^u64.rotrBL(Eh,El,41);const CHIh=(Eh&Fh)^(~Eh&Gh);const CHIl=(El&Fl)^(~El&Gl);const T1ll=u64.add5L(Hl,sigma1l,CHIl,SHA512_Kl[i],SHA512_W_L[i]);const T1h=u64.add5H(T1ll,Hh,sigma1h,CHIh,SHA512_Kh[i],SHA512_W_H[i]);const T1l=T1ll|0;const sigma0h=u64.rotrSH(Ah,Al,28)^u64.rotrBH(Ah,Al,34)^u64.rotrBH(Ah,Al,39);const sigma0l=u64.rotrSL(Ah,Al,28)^u64.rotrBL(Ah,Al,34)^u64.rotrBL(Ah,Al,39);const MAJh=(Ah&Bh)^(Ah&Ch)^(Bh&Ch);const MAJl=(Al&Bl)^(Al&Cl)^(Bl&Cl);Hh=Gh|0;Hl=Gl|0;Gh=Fh|0;Gl=Fl|0;Fh=Eh|0;Fl=El|0;({h:Eh,l:El}=u64.add(Dh|0,Dl|0,T1h|0,T1l|0));Dh=Ch|0;Dl=Cl|0;Ch=Bh|0;Cl=Bl|0;Bh=Ah|0;Bl=Al|0;const All=u64.add3L(T1l,sigma0l,MAJl);Ah=u64.add3H(All,T1h,sigma0h,MAJh);Al=All|0;}
({h:Ah,l:Al}=u64.add(this.Ah|0,this.Al|0,Ah|0,Al|0));({h:Bh,l:Bl}=u64.add(this.Bh|0,this.Bl|0,Bh|0,Bl|0));({h:Ch,l:Cl}=u64.add(this.Ch|0,this.Cl|0,Ch|0,Cl|0));({h:Dh,l:Dl}=u64.add(this.Dh|0,this.Dl|0,Dh|0,Dl|0));({h:Eh,l:El}=u64.add(this.Eh|0,this.El|0,Eh|0,El|0));({h:Fh,l:Fl}=u64.add(this.Fh|0,this.Fl|0,Fh|0,Fl|0));({h:Gh,l:Gl}=u64.add(this.Gh|0,this.Gl|0,Gh|0,Gl|0));({h:Hh,l:Hl}=u64.add(this.Hh|0,this.Hl|0,Hh|0,Hl|0));this.set(Ah,Al,Bh,Bl,Ch,Cl,Dh,Dl,Eh,El,Fh,Fl,Gh,Gl,Hh,Hl);}
roundClean(){clean(SHA512_W_H,SHA512_W_L);}
destroy(){this.destroyed=true;clean(this.buffer);this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);}}class _SHA512 extends SHA2_64B{constructor(){super(64,SHA512_IV);}}const sha256=createHasher(()=>new _SHA256(),oidNist(0x01));const sha512=createHasher(()=>new _SHA512(),oidNist(0x03));return{K512,SHA256_K,SHA256_W,SHA2_32B,SHA2_64B,SHA512_Kh,SHA512_Kl,SHA512_W_H,SHA512_W_L,_SHA256,_SHA512,sha256,sha512};})();
const curves_utils=(()=>{const abytes_=hashes_utils.abytes,anumber_=hashes_utils.anumber,bytesToHex_=hashes_utils.bytesToHex,hexToBytes_=hashes_utils.hexToBytes,isBytes_=hashes_utils.isBytes,randomBytes_=hashes_utils.randomBytes;function aarray(item,title,inner=()=>{}){if(!Array.isArray(item))
throw new TypeError(`"${title}" expected array, got type=${typeof item}`);for(let i=0;i<item.length;i++)
inner(item[i],`${title}[${i}]`);return item;}const abytes=(value,length,title)=>abytes_(value,length,title);const anumber=anumber_;function aobject(value,title='object'){if(value===null||typeof value!=='object'||Array.isArray(value))
throw new TypeError(title==='object'?'expected valid options object':`"${title}" expected object, got type=${typeof value}`);return value;}function afunction(value,title){if(typeof value!=='function')
throw new TypeError(`"${title}" is invalid: expected function, got ${typeof value}`);return value;}const bytesToHex=bytesToHex_;const hexToBytes=(hex)=>hexToBytes_(hex);const isBytes=isBytes_;const randomBytes=(bytesLength)=>randomBytes_(bytesLength);const _0n=BigInt(0);const _1n=BigInt(1);const atitle=(title)=>(title?`"${title}" `:'');function abool(value,title=''){if(typeof value!=='boolean')
throw new TypeError(atitle(title)+'expected boolean, got type='+typeof value);return value;}function abignumber(n){if(typeof n==='bigint'){if(!isPosBig(n))
throw new RangeError('positive bigint expected, got '+n);}
else
anumber(n);return n;}function asafenumber(value,title=''){if(typeof value!=='number'){const prefix=title&&`"${title}" `;throw new TypeError(prefix+'expected number, got type='+typeof value);}
if(!Number.isSafeInteger(value)){const prefix=title&&`"${title}" `;throw new RangeError(prefix+'expected safe integer, got '+value);}}function hexToNumber(hex){if(typeof hex!=='string')
throw new TypeError('hex string expected, got '+typeof hex);return hex===''?_0n:BigInt('0x'+hex);}function bytesToNumberBE(bytes){return hexToNumber(bytesToHex_(bytes));}function bytesToNumberLE(bytes){return hexToNumber(bytesToHex_(copyBytes(abytes_(bytes)).reverse()));}function numberToBytesBE(n,len){anumber_(len);if(len===0)
throw new Error('zero output length is invalid');n=abignumber(n);const expectedLen=len*2;const hex=n.toString(16);if(hex.length>expectedLen)
throw new RangeError('number is too large');return hexToBytes_(hex.padStart(expectedLen,'0'));}function numberToBytesLE(n,len){return numberToBytesBE(n,len).reverse();}function copyBytes(bytes){return Uint8Array.from(abytes(bytes));}function isPosBig(n){return typeof n==='bigint'&&_0n<=n;}function inRange(n,min,max){return isPosBig(n)&&isPosBig(min)&&isPosBig(max)&&min<=n&&n<max;}function aInRange(title,n,min,max){if(!inRange(n,min,max))
throw new RangeError('expected valid '+title+': '+min+' <= n < '+max+', got '+n);}function bitLen(n){if(n<_0n)
throw new Error('expected non-negative bigint, got '+n);return n===_0n?0:n.toString(2).length;}const bitMask=(n)=>{asafenumber(n,'n');return(_1n<<BigInt(n))-_1n;};function validateObject(object,fields={},optFields={},title='object'){aobject(object,title);aobject(fields,'fields');aobject(optFields,'optFields');function checkField(fieldName,expectedType,isOpt){const label=title==='object'?`param "${String(fieldName)}"`:`"${title}.${String(fieldName)}"`;const val=object[fieldName];if(!Object.hasOwn(object,fieldName)&&(isOpt?val!==undefined:expectedType!=='function')){throw new TypeError(`${label} is invalid: expected own property`);}
if(isOpt&&val===undefined)
return;const current=typeof val;if(current!==expectedType||val===null)
throw new TypeError(`${label} is invalid: expected ${expectedType}, got ${current}`);}
const iter=(f,isOpt)=>Object.entries(f).forEach(([k,v])=>checkField(k,v,isOpt));iter(fields,false);iter(optFields,true);}return{_0n,_1n,aInRange,aarray,abignumber,abool,abytes,afunction,anumber,aobject,asafenumber,atitle,bitLen,bitMask,bytesToHex,bytesToNumberBE,bytesToNumberLE,copyBytes,hexToBytes,hexToNumber,inRange,isBytes,isPosBig,numberToBytesBE,numberToBytesLE,randomBytes,validateObject};})();
const curves_abstract_modular=(()=>{const aarray=curves_utils.aarray,abool=curves_utils.abool,abytes=curves_utils.abytes,afunction=curves_utils.afunction,anumber=curves_utils.anumber,aobject=curves_utils.aobject,asafenumber=curves_utils.asafenumber,bitLen=curves_utils.bitLen,bytesToNumberBE=curves_utils.bytesToNumberBE,bytesToNumberLE=curves_utils.bytesToNumberLE,numberToBytesBE=curves_utils.numberToBytesBE,numberToBytesLE=curves_utils.numberToBytesLE;const _0n=BigInt(0),_1n=BigInt(1),_2n=BigInt(2);const _3n=BigInt(3),_4n=BigInt(4),_5n=BigInt(5);const _7n=BigInt(7),_8n=BigInt(8),_9n=BigInt(9);const _15n=BigInt(15),_16n=BigInt(16);const POW_WINDOWED_MIN=BigInt('0x10000000000000000');function mod(a,b){if(b<=_0n)
throw new Error('mod: expected positive modulus, got '+b);const result=a%b;return result>=_0n?result:b+result;}function pow(num,power,modulo){if(modulo<=_1n)
throw new Error('pow: expected modulus > 1, got '+modulo);if(typeof power!=='bigint')
throw new TypeError('invalid exponent: expected bigint, got '+typeof power);if(power<_0n)
throw new Error('invalid exponent, negatives unsupported');if(power===_0n)
return _1n;if(power===_1n)
return num;let d=num%modulo;if(d<_0n)
d+=modulo;if(power<POW_WINDOWED_MIN){let p=_1n;while(power>_0n){if(power&_1n)
p=(p*d)%modulo;d=(d*d)%modulo;power>>=_1n;}
return p;}
const digits=[];while(power>_0n){digits.push(Number(power&_15n));power>>=_4n;}
const table=new Array(16);table[0]=_1n;table[1]=d;for(let i=2;i<16;i++)
table[i]=(table[i-1]*d)%modulo;let p=table[digits[digits.length-1]];for(let w=digits.length-2;w>=0;w--){p=(p*p)%modulo;p=(p*p)%modulo;p=(p*p)%modulo;p=(p*p)%modulo;const digit=digits[w];if(digit!==0)
p=(p*table[digit])%modulo;}
return p;}function pow2(x,power,modulo){if(modulo<=_1n)
throw new Error('pow2: expected modulus > 1, got '+modulo);if(power<_0n)
throw new Error('pow2: expected non-negative exponent, got '+power);let res=x;while(power-->_0n){res*=res;res%=modulo;}
return res;}function invert(number,modulo){if(number===_0n)
throw new Error('invert: expected non-zero number');if(modulo<=_1n)
throw new Error('invert: expected modulus > 1, got '+modulo);let a=mod(number,modulo);let b=modulo;let x=_0n,u=_1n;while(a!==_0n){const q=b/a;const r=b-a*q;const m=x-u*q;b=a,a=r,x=u,u=m;}
const gcd=b;if(gcd!==_1n)
throw new Error('invert: does not exist');return mod(x,modulo);}function assertIsSquare(Fp,root,n){const F=Fp;if(!F.eql(F.sqr(root),n))
throw new Error('Cannot find square root');}function aoddModulus(order,fnName){if((order&_1n)===_0n)
throw new Error(fnName+': expected odd modulus, got '+order);}function sqrt3mod4(Fp,n){const F=Fp;const p1div4=(F.ORDER+_1n)/_4n;const root=F.pow(n,p1div4);assertIsSquare(F,root,n);return root;}function sqrt5mod8(Fp,n){const F=Fp;const p5div8=(F.ORDER-_5n)/_8n;const n2=F.mul(n,_2n);const v=F.pow(n2,p5div8);const nv=F.mul(n,v);const i=F.mul(F.mul(nv,_2n),v);const root=F.mul(nv,F.sub(i,F.ONE));assertIsSquare(F,root,n);return root;}function sqrt9mod16(P){const Fp_=Field(P);const tn=tonelliShanks(P);const c1=tn(Fp_,Fp_.neg(Fp_.ONE));const c2=tn(Fp_,c1);const c3=tn(Fp_,Fp_.neg(c1));const c4=(P+_7n)/_16n;return((Fp,n)=>{const F=Fp;let tv1=F.pow(n,c4);let tv2=F.mul(tv1,c1);const tv3=F.mul(tv1,c2);const tv4=F.mul(tv1,c3);const e1=F.eql(F.sqr(tv2),n);const e2=F.eql(F.sqr(tv3),n);tv1=F.cmov(tv1,tv2,e1);tv2=F.cmov(tv4,tv3,e2);const e3=F.eql(F.sqr(tv2),n);const root=F.cmov(tv1,tv2,e3);assertIsSquare(F,root,n);return root;});}function tonelliShanks(P){if(P<_3n)
throw new Error('sqrt is not defined for small field');aoddModulus(P,'tonelliShanks');let Q=P-_1n;let S=0;while(Q%_2n===_0n){Q/=_2n;S++;}
let Z=_2n;const _Fp=Field(P);while(FpLegendre(_Fp,Z)===1){if(Z++>1000)
throw new Error('Cannot find square root: probably non-prime P');}
if(S===1)
return sqrt3mod4;let cc=_Fp.pow(Z,Q);const Q1div2=(Q+_1n)/_2n;return function tonelliSlow(Fp,n){const F=Fp;if(F.is0(n))
return n;if(FpLegendre(F,n)!==1)
throw new Error('Cannot find square root');let M=S;let c=F.mul(F.ONE,cc);let t=F.pow(n,Q);let R=F.pow(n,Q1div2);while(!F.eql(t,F.ONE)){if(F.is0(t))
throw new Error('Cannot find square root: probably non-prime P');let i=1;let t_tmp=F.sqr(t);while(!F.eql(t_tmp,F.ONE)){i++;t_tmp=F.sqr(t_tmp);if(i===M)
throw new Error('Cannot find square root');}
const exponent=_1n<<BigInt(M-i-1);const b=F.pow(c,exponent);M=i;c=F.sqr(b);t=F.mul(t,c);R=F.mul(R,b);}
return R;};}function FpSqrt(P){aoddModulus(P,'Fp.sqrt');if(P%_4n===_3n)
return sqrt3mod4;if(P%_8n===_5n)
return sqrt5mod8;if(P%_16n===_9n)
return sqrt9mod16(P);return tonelliShanks(P);}const isNegativeLE=(num,modulo)=>(mod(num,modulo)&_1n)===_1n;const FIELD_FIELDS=['create','isValid','is0','neg','inv','sqrt','sqr','eql','add','sub','mul','pow','div','addN','subN','mulN','sqrN'];function validateField(field){aobject(field,'field');if(typeof field.ORDER!=='bigint')
throw new TypeError('param "ORDER" is invalid: expected bigint, got '+typeof field.ORDER);asafenumber(field.BYTES,'BYTES');asafenumber(field.BITS,'BITS');for(const name of FIELD_FIELDS)
afunction(field[name],'field.'+name);if(field.BYTES<1||field.BITS<1)
throw new Error('invalid field: expected BYTES/BITS > 0');if(field.ORDER<=_1n)
throw new Error('invalid field: expected ORDER > 1, got '+field.ORDER);return field;}function FpInvertBatch(Fp,nums,passZero=false){validateField(Fp);aarray(nums,'nums');abool(passZero,'passZero');const F=Fp;const inverted=new Array(nums.length).fill(passZero?F.ZERO:undefined);const multipliedAcc=nums.reduce((acc,num,i)=>{if(F.is0(num))
return acc;inverted[i]=acc;return F.mul(acc,num);},F.ONE);const invertedAcc=F.inv(multipliedAcc);nums.reduceRight((acc,num,i)=>{if(F.is0(num))
return acc;inverted[i]=F.mul(acc,inverted[i]);return F.mul(acc,num);},invertedAcc);return inverted;}function FpLegendre(Fp,n){validateField(Fp);const F=Fp;aoddModulus(F.ORDER,'FpLegendre');const p1mod2=(F.ORDER-_1n)/_2n;const powered=F.pow(n,p1mod2);const yes=F.eql(powered,F.ONE);const zero=F.eql(powered,F.ZERO);const no=F.eql(powered,F.neg(F.ONE));if(!yes&&!zero&&!no)
throw new Error('invalid Legendre symbol result');return yes?1:zero?0:-1;}function nLength(n,nBitLength){if(nBitLength!==undefined)
anumber(nBitLength);if(n<=_0n)
throw new Error('invalid n length: expected positive n, got '+n);if(nBitLength!==undefined&&nBitLength<1)
throw new Error('invalid n length: expected positive bit length, got '+nBitLength);const bits=bitLen(n);if(nBitLength!==undefined&&nBitLength<bits)
throw new Error(`invalid n length: expected nBitLength (${nBitLength}) >= bitLen(n) (${bits})`);const _nBitLength=nBitLength!==undefined?nBitLength:bits;const nByteLength=Math.ceil(_nBitLength/8);return{nBitLength:_nBitLength,nByteLength};}const FIELD_SQRT=new WeakMap();class _Field{ORDER;BITS;BYTES;isLE;ZERO=_0n;ONE=_1n;_lengths;_mod;constructor(ORDER,opts={}){if(ORDER<=_1n)
throw new Error('invalid field: expected ORDER > 1, got '+ORDER);let _nbitLength=undefined;this.isLE=false;if(opts!=null&&typeof opts==='object'){if(typeof opts.BITS==='number')
_nbitLength=opts.BITS;if(typeof opts.sqrt==='function')
Object.defineProperty(this,'sqrt',{value:opts.sqrt,enumerable:true});if(typeof opts.isLE==='boolean')
this.isLE=opts.isLE;if(opts.allowedLengths)
this._lengths=Object.freeze(opts.allowedLengths.slice());if(typeof opts.modFromBytes==='boolean')
this._mod=opts.modFromBytes;}
const{nBitLength,nByteLength}=nLength(ORDER,_nbitLength);if(nByteLength>2048)
throw new Error('invalid field: expected ORDER of <= 2048 bytes');this.ORDER=ORDER;this.BITS=nBitLength;this.BYTES=nByteLength;Object.freeze(this);}
create(num){return mod(num,this.ORDER);}
isValid(num){if(typeof num!=='bigint')
throw new TypeError('invalid field element: expected bigint, got '+typeof num);return _0n<=num&&num<this.ORDER;}
is0(num){return num===_0n;}
isValidNot0(num){return!this.is0(num)&&this.isValid(num);}
isOdd(num){return(num&_1n)===_1n;}
neg(num){return mod(-num,this.ORDER);}
eql(lhs,rhs){return lhs===rhs;}
sqr(num){return mod(num*num,this.ORDER);}
add(lhs,rhs){return mod(lhs+rhs,this.ORDER);}
sub(lhs,rhs){return mod(lhs-rhs,this.ORDER);}
mul(lhs,rhs){return mod(lhs*rhs,this.ORDER);}
pow(num,power){return pow(num,power,this.ORDER);}
div(lhs,rhs){return mod(lhs*invert(rhs,this.ORDER),this.ORDER);}
sqrN(num){return num*num;}
addN(lhs,rhs){return lhs+rhs;}
subN(lhs,rhs){return lhs-rhs;}
mulN(lhs,rhs){return lhs*rhs;}
inv(num){return invert(num,this.ORDER);}
sqrt(num){let sqrt=FIELD_SQRT.get(this);if(!sqrt)
FIELD_SQRT.set(this,(sqrt=FpSqrt(this.ORDER)));return sqrt(this,num);}
toBytes(num){return this.isLE?numberToBytesLE(num,this.BYTES):numberToBytesBE(num,this.BYTES);}
fromBytes(bytes,skipValidation=false){abytes(bytes);const{_lengths:allowedLengths,BYTES,isLE,ORDER,_mod:modFromBytes}=this;if(allowedLengths){if(bytes.length<1||!allowedLengths.includes(bytes.length)||bytes.length>BYTES){throw new Error('Field.fromBytes: expected '+allowedLengths+' bytes, got '+bytes.length);}
const padded=new Uint8Array(BYTES);padded.set(bytes,isLE?0:padded.length-bytes.length);bytes=padded;}
if(bytes.length!==BYTES)
throw new Error('Field.fromBytes: expected '+BYTES+' bytes, got '+bytes.length);let scalar=isLE?bytesToNumberLE(bytes):bytesToNumberBE(bytes);if(modFromBytes)
scalar=mod(scalar,ORDER);if(!skipValidation)
if(!this.isValid(scalar))
throw new Error('invalid field element: outside of range 0..ORDER');return scalar;}
invertBatch(lst){return FpInvertBatch(this,lst,true);}
cmov(a,b,condition){abool(condition,'condition');return condition?b:a;}}function Field(ORDER,opts={}){Object.freeze(_Field.prototype);return new _Field(ORDER,opts);}return{FIELD_FIELDS,FIELD_SQRT,Field,FpInvertBatch,FpLegendre,FpSqrt,POW_WINDOWED_MIN,_0n,_15n,_16n,_1n,_2n,_3n,_4n,_5n,_7n,_8n,_9n,_Field,aoddModulus,assertIsSquare,invert,isNegativeLE,mod,nLength,pow,pow2,sqrt3mod4,sqrt5mod8,sqrt9mod16,tonelliShanks,validateField};})();
const curves_abstract_curve=(()=>{const aarray=curves_utils.aarray,abool=curves_utils.abool,afunction=curves_utils.afunction,aobject=curves_utils.aobject,bitMask=curves_utils.bitMask,bytesToNumberBE=curves_utils.bytesToNumberBE,inRange=curves_utils.inRange,isBytes=curves_utils.isBytes,isPosBig=curves_utils.isPosBig,validateObject=curves_utils.validateObject,Field=curves_abstract_modular.Field,FpInvertBatch=curves_abstract_modular.FpInvertBatch,validateField=curves_abstract_modular.validateField;const _0n=BigInt(0);const _1n=BigInt(1);const _4n=BigInt(4);const BLIND_BYTES=16;const BLIND_BITS=128;const FW_WINDOW=5;const TABLE_BYTES_MAX=(()=>2**31)();function validatePointCons(Point){const pc=Point;if(typeof pc!=='function')
throw new TypeError('"Point" expected constructor, got type='+typeof Point);afunction(pc.fromAffine,'Point.fromAffine');afunction(pc.fromBytes,'Point.fromBytes');afunction(pc.fromHex,'Point.fromHex');aobject(pc.BASE,'Point.BASE');aobject(pc.ZERO,'Point.ZERO');validateField(pc.Fp);validateField(pc.Fn);}function normalizeZ(c,points){validatePointCons(c);validateMSMPoints(points,c);const invertedZs=FpInvertBatch(c.Fp,points.map((p)=>p.Z));return points.map((p,i)=>c.fromAffine(p.toAffine(invertedZs[i])));}function validateW(W,bits,min=1){if(!Number.isSafeInteger(W)||W<min||W>bits)
throw new Error('invalid window size, expected ['+min+'..'+bits+'], got W='+W);}function validateTableBytes(numPoints,fpBytes){const bytes=numPoints*(4*fpBytes+128);if(bytes>TABLE_BYTES_MAX)
throw new Error('invalid window size: table would need ~'+Math.ceil(bytes/2**20)+' MiB, max '+TABLE_BYTES_MAX/2**20+' MiB');}function probeRandomBytes(randomBytes,length){if(randomBytes===undefined)
return undefined;afunction(randomBytes,'randomBytes');try{const probe=randomBytes(length);if(!isBytes(probe)||probe.length!==length)
return undefined;}
catch{return undefined;}
return randomBytes;}function validateMSMPoints(points,c){aarray(points,'points');points.forEach((p,i)=>{if(!(p instanceof c))
throw new Error('invalid point at index '+i);});}function validateMSMScalars(scalars,field,maxScalar){if(!Array.isArray(scalars))
throw new Error('array of scalars expected');scalars.forEach((s,i)=>{const ok=maxScalar===undefined?field.isValid(s):isPosBig(s)&&s<maxScalar;if(!ok)
throw new Error('invalid scalar at index '+i);});}const pointWindowSizes=new WeakMap();function getWindowSize(P){return pointWindowSizes.get(P)||1;}function oddMultiples(p,size){const dbl=p.double();const t=[p];for(let j=1;j<size;j++)
t.push(t[j-1].add(dbl));return t;}function wnafDigits(n,W){const size=2**W;const half=size/2;const mask=BigInt(size-1);const d=[];while(n>_0n){let w=0;if(n&_1n){w=Number(n&mask);if(w>=half)
w-=size;n-=BigInt(w);}
d.push(w);n>>=_1n;}
return d;}function signedWindowDigits(n,W,windows){const size=2**W;const half=size/2;const mask=BigInt(size-1);const shiftBy=BigInt(W);const d=[];for(let w=0;w<windows;w++){let v=Number(n&mask);n>>=shiftBy;if(v>half){v-=size;n+=_1n;}
d.push(v);}
if(n!==_0n)
throw new Error('invalid wnaf');return d;}function wnafWalk(zero,tables,digits){let max=0;for(const d of digits)
max=Math.max(max,d.length);let acc=zero;for(let bit=max-1;bit>=0;bit--){if(bit!==max-1)
acc=acc.double();for(let i=0;i<digits.length;i++){const w=digits[i][bit];if(w){const item=tables[i][(Math.abs(w)-1)>>1];acc=acc.add(w<0?item.negate():item);}}}
return acc;}class ScalarMultiplier{Point;BASE;ZERO;randomBytes;wnafPrecomputes=new WeakMap();baseCanBeBlinded;bits;constructor(Point,randomBytes){validatePointCons(Point);this.randomBytes=probeRandomBytes(randomBytes,BLIND_BYTES);this.Point=Point;this.BASE=Point.BASE;this.ZERO=Point.ZERO;this.bits=Point.Fn.BITS;}
buildWnafTable(point,W,bits){const windows=Math.ceil(bits/W)+1;const half=2**(W-1);const comp=[];let base=point;for(let w=0;w<windows;w++){let acc=base;for(let i=0;i<half;i++){comp.push(acc);acc=acc.add(base);}
base=comp[comp.length-1].double();}
return{W,bits,windows,comp};}
wnafCachedCT(precomputes,n){const{W,windows,comp}=precomputes;const half=2**(W-1);const digits=signedWindowDigits(n,W,windows);let p=this.ZERO;let f=this.BASE;for(let w=0;w<windows;w++){const digit=digits[w];const start=w*half;const idx=Math.abs(digit)-1;let sel=comp[start];for(let i=1;i<half;i++)
sel=i===idx?comp[start+i]:sel;const neg=sel.negate();if(digit===0)
f=f.add(comp[start]);else
p=p.add(digit<0?neg:sel);}
return{p,f};}
getWnafPrecomputes(W,point,bits,transform){let entries=this.wnafPrecomputes.get(point);let comp=entries?.find((entry)=>entry.W===W&&entry.bits===bits);if(!comp){comp=this.buildWnafTable(point,W,bits);if(typeof transform==='function')
comp={...comp,comp:transform(comp.comp)};if(!entries){entries=[];this.wnafPrecomputes.set(point,entries);}
entries.push(comp);}
return comp;}
assertPoint(point){if(!(point instanceof this.Point))
throw new TypeError('"point" expected Point instance, got type='+typeof point);}
validateMulInput(point,scalar){this.assertPoint(point);if(!inRange(scalar,_1n,this.Point.Fn.ORDER))
throw new Error('invalid scalar');}
runCT(point,n,bits,transform){const W=getWindowSize(point);if(W===1)
return this.fixedWindowCT(point,n,bits);return this.wnafCachedCT(this.getWnafPrecomputes(W,point,bits,transform),n);}
mulCT(point,scalar,transform){this.validateMulInput(point,scalar);return this.runCT(point,scalar,this.bits,transform);}
mulCTBlinded(point,scalar,transform){this.validateMulInput(point,scalar);if(this.randomBytes===undefined)
throw new Error('randomBytes is required for scalar blinding');const bits=this.Point.Fn.BITS+BLIND_BITS;const blind=this.randomBytes(BLIND_BYTES);if(!isBytes(blind)||blind.length!==BLIND_BYTES)
throw new Error('randomBytes returned invalid byte array');blind[0]=(blind[0]&0x3f)|0x80;const n=scalar+bytesToNumberBE(blind)*this.Point.Fn.ORDER;return this.runCT(point,n,bits,transform);}
fixedWindowCT(point,n,bits){const W=FW_WINDOW;const size=1<<W;const mask=bitMask(W);const table=new Array(size);table[0]=this.ZERO;for(let i=1;i<size;i++)
table[i]=table[i-1].add(point);const windows=Math.ceil(bits/W);let acc=this.ZERO;for(let window=windows-1;window>=0;window--){if(window!==windows-1)
for(let d=0;d<W;d++)
acc=acc.double();const digit=Number((n>>BigInt(window*W))&mask);let sel=table[0];for(let i=1;i<size;i++)
sel=i===digit?table[i]:sel;acc=acc.add(sel);}
return{p:acc,f:acc};}
shouldBlind(point,cofactor){if(this.randomBytes===undefined)
return false;if(cofactor===_1n)
return true;if(point!==this.BASE)
return false;if(this.baseCanBeBlinded===undefined)
this.baseCanBeBlinded=this.mulUnsafe(this.BASE,this.Point.Fn.ORDER).is0();return this.baseCanBeBlinded;}
mulSecret(point,scalar,cofactor,transform){return this.shouldBlind(point,cofactor)?this.mulCTBlinded(point,scalar,transform):this.mulCT(point,scalar,transform);}
mulUnsafe(point,scalar,transform){this.assertPoint(point);if(!isPosBig(scalar))
throw new Error('invalid scalar');const W=getWindowSize(point);if(W===1||scalar>=this.Point.Fn.ORDER)
return mulAddUnsafe(this.Point,[point],[scalar],true);const precomputes=this.getWnafPrecomputes(W,point,this.bits,transform);return this.wnafCachedCT(precomputes,scalar).p;}
setWindowSize(point,W){this.assertPoint(point);validateW(W,this.bits);const windows=Math.ceil((this.bits+BLIND_BITS)/W)+1;validateTableBytes(windows*2**(W-1),this.Point.Fp.BYTES);pointWindowSizes.set(point,W);this.wnafPrecomputes.delete(point);}
hasWindowSize(point){return getWindowSize(point)!==1;}}function mulAddUnsafe(c,points,scalars,allowOversized=false){validatePointCons(c);validateMSMPoints(points,c);abool(allowOversized,'allowOversized');validateMSMScalars(scalars,c.Fn,allowOversized?c.Fn.ORDER**_4n:undefined);if(points.length!==scalars.length)
throw new Error('arrays of points and scalars must have equal length');const tables=points.map((p)=>oddMultiples(p,4));const digits=scalars.map((n)=>wnafDigits(n,4));return wnafWalk(c.ZERO,tables,digits);}function createField(order,field,isLE){if(field){if(field.ORDER!==order)
throw new Error('Field.ORDER must match order: Fp == p, Fn == n');validateField(field);return field;}
else{return Field(order,{isLE});}}function createCurveFields(type,CURVE,curveOpts={},FpFnLE){if(type!=='weierstrass'&&type!=='edwards')
throw new Error('expected curve type "weierstrass" or "edwards"');if(FpFnLE===undefined)
FpFnLE=type==='edwards';if(!CURVE||typeof CURVE!=='object')
throw new Error(`expected valid ${type} CURVE object`);validateObject(curveOpts);for(const p of['p','n','h']){const val=CURVE[p];if(!(isPosBig(val)&&val!==_0n))
throw new Error(`CURVE.${p} must be positive bigint`);}
const Fp=createField(CURVE.p,curveOpts.Fp,FpFnLE);const Fn=createField(CURVE.n,curveOpts.Fn,FpFnLE);const _b=type==='weierstrass'?'b':'d';const params=['Gx','Gy','a',_b];for(const p of params){if(!Fp.isValid(CURVE[p]))
throw new Error(`CURVE.${p} must be valid field element of CURVE.Fp`);}
CURVE=Object.freeze(Object.assign({},CURVE));return{CURVE,Fp,Fn};}return{BLIND_BITS,BLIND_BYTES,FW_WINDOW,ScalarMultiplier,TABLE_BYTES_MAX,_0n,_1n,_4n,createCurveFields,createField,getWindowSize,mulAddUnsafe,normalizeZ,oddMultiples,pointWindowSizes,probeRandomBytes,signedWindowDigits,validateMSMPoints,validateMSMScalars,validatePointCons,validateTableBytes,validateW,wnafDigits,wnafWalk};})();
const curves_abstract_edwards=(()=>{const abool=curves_utils.abool,abytes=curves_utils.abytes,aInRange=curves_utils.aInRange,bytesToHex=curves_utils.bytesToHex,bytesToNumberLE=curves_utils.bytesToNumberLE,copyBytes=curves_utils.copyBytes,hexToBytes=curves_utils.hexToBytes,validateObject=curves_utils.validateObject,wcRandomBytes=curves_utils.randomBytes,createCurveFields=curves_abstract_curve.createCurveFields,normalizeZ=curves_abstract_curve.normalizeZ,ScalarMultiplier=curves_abstract_curve.ScalarMultiplier,FpLegendre=curves_abstract_modular.FpLegendre;const _0n=BigInt(0),_1n=BigInt(1),_2n=BigInt(2),_4n=BigInt(4),_8n=BigInt(8);function isEdValidXY(Fp,CURVE,x,y){const x2=Fp.sqr(x);const y2=Fp.sqr(y);const left=Fp.add(Fp.mul(CURVE.a,x2),y2);const right=Fp.add(Fp.ONE,Fp.mul(CURVE.d,Fp.mul(x2,y2)));return Fp.eql(left,right);}function edwards(params,extraOpts={}){validateObject(extraOpts,{},{},'extraOpts');const opts=extraOpts;const validated=createCurveFields('edwards',params,opts,opts.FpFnLE);const{Fp,Fn}=validated;let CURVE=validated.CURVE;const{h:cofactor}=CURVE;if(FpLegendre(Fp,CURVE.a)!==1)
throw new Error('edwards: CURVE.a must be a square in Fp for complete addition formulas');if(FpLegendre(Fp,CURVE.d)!==-1)
throw new Error('edwards: CURVE.d must be a non-square in Fp for complete addition formulas');validateObject(opts,{},{uvRatio:'function',randomBytes:'function'});const randomBytes=opts.randomBytes===undefined?wcRandomBytes:opts.randomBytes;const MASK=_2n<<(BigInt(Fp.BYTES*8)-_1n);function isOdd(n){if(!Fp.isOdd)
throw new Error('Field does not have .isOdd()');return Fp.isOdd(n);}
const uvRatio=opts.uvRatio===undefined?(u,v)=>{try{return{isValid:true,value:Fp.sqrt(Fp.div(u,v))};}
catch(e){return{isValid:false,value:_0n};}}:opts.uvRatio;if(!isEdValidXY(Fp,CURVE,CURVE.Gx,CURVE.Gy))
throw new Error('bad curve params: generator point');const mulA=Fp.eql(CURVE.a,Fp.neg(Fp.ONE))?(x)=>Fp.neg(x):Fp.eql(CURVE.a,Fp.ONE)?(x)=>x:(x)=>Fp.mul(CURVE.a,x);function acoord(title,n,banZero=false){const min=banZero?_1n:_0n;aInRange('coordinate '+title,n,min,MASK);return n;}
function aedpoint(other){if(!(other instanceof Point))
throw new Error('EdwardsPoint expected');}
class Point{static BASE=new Point(CURVE.Gx,CURVE.Gy,Fp.ONE,Fp.mul(CURVE.Gx,CURVE.Gy));static ZERO=new Point(Fp.ZERO,Fp.ONE,Fp.ONE,Fp.ZERO);static Fp=Fp;static Fn=Fn;X;Y;Z;T;constructor(X,Y,Z,T){this.X=acoord('x',X);this.Y=acoord('y',Y);this.Z=acoord('z',Z,true);this.T=acoord('t',T);Object.freeze(this);}
static CURVE(){return CURVE;}
static fromAffine(p){if(p instanceof Point)
throw new Error('extended point not allowed');const{x,y}=p||{};acoord('x',x);acoord('y',y);return new Point(x,y,Fp.ONE,Fp.mul(x,y));}
static fromBytes(bytes,zip215=false){const len=Fp.BYTES;const{a,d}=CURVE;bytes=copyBytes(abytes(bytes,len,'point'));abool(zip215,'zip215');const normed=copyBytes(bytes);const lastByte=bytes[len-1];normed[len-1]=lastByte&~0x80;const y=bytesToNumberLE(normed);const max=zip215?MASK:Fp.ORDER;aInRange('point.y',y,_0n,max);const y2=Fp.sqr(y);const u=Fp.sub(y2,Fp.ONE);const v=Fp.sub(Fp.mulN(d,y2),a);let{isValid,value:x}=uvRatio(u,v);if(!isValid)
throw new Error('bad point: invalid y coordinate');const isXOdd=isOdd(x);const isLastByteOdd=(lastByte&0x80)!==0;if(!zip215&&Fp.is0(x)&&isLastByteOdd)
throw new Error('bad point: x=0 and x_0=1');if(isLastByteOdd!==isXOdd)
x=Fp.neg(x);return Point.fromAffine({x,y});}
static fromHex(hex,zip215=false){return Point.fromBytes(hexToBytes(hex),zip215);}
get x(){return this.toAffine().x;}
get y(){return this.toAffine().y;}
precompute(windowSize=6,isLazy=true){wnaf.setWindowSize(this,windowSize);if(!isLazy)
this.multiply(_2n);return this;}
assertValidity(){const p=this;const{a,d}=CURVE;if(p.is0())
throw new Error('bad point: ZERO');const{X,Y,Z,T}=p;const X2=Fp.sqr(X);const Y2=Fp.sqr(Y);const Z2=Fp.sqr(Z);const Z4=Fp.sqr(Z2);const aX2=Fp.mul(X2,a);const left=Fp.mul(Fp.add(aX2,Y2),Z2);const right=Fp.add(Z4,Fp.mul(d,Fp.mul(X2,Y2)));if(!Fp.eql(left,right))
throw new Error('bad point: equation left != right (1)');const XY=Fp.mul(X,Y);const ZT=Fp.mul(Z,T);if(!Fp.eql(XY,ZT))
throw new Error('bad point: equation left != right (2)');}
equals(other){aedpoint(other);const{X:X1,Y:Y1,Z:Z1}=this;const{X:X2,Y:Y2,Z:Z2}=other;const X1Z2=Fp.mul(X1,Z2);const X2Z1=Fp.mul(X2,Z1);const Y1Z2=Fp.mul(Y1,Z2);const Y2Z1=Fp.mul(Y2,Z1);return Fp.eql(X1Z2,X2Z1)&&Fp.eql(Y1Z2,Y2Z1);}
is0(){return this.equals(Point.ZERO);}
negate(){return new Point(Fp.neg(this.X),this.Y,this.Z,Fp.neg(this.T));}
double(){const{X:X1,Y:Y1,Z:Z1}=this;const A=Fp.sqr(X1);const B=Fp.sqr(Y1);const C=Fp.mul(Fp.sqr(Z1),_2n);const D=mulA(A);const x1y1=Fp.addN(X1,Y1);const E=Fp.sub(Fp.subN(Fp.sqr(x1y1),A),B);const G=Fp.addN(D,B);const F=Fp.subN(G,C);const H=Fp.subN(D,B);const X3=Fp.mul(E,F);const Y3=Fp.mul(G,H);const T3=Fp.mul(E,H);const Z3=Fp.mul(F,G);return new Point(X3,Y3,Z3,T3);}
add(other){aedpoint(other);const{d}=CURVE;const{X:X1,Y:Y1,Z:Z1,T:T1}=this;const{X:X2,Y:Y2,Z:Z2,T:T2}=other;const A=Fp.mul(X1,X2);const B=Fp.mul(Y1,Y2);const C=Fp.mul(Fp.mulN(T1,d),T2);const D=Fp.mul(Z1,Z2);const E=Fp.sub(Fp.subN(Fp.mulN(Fp.addN(X1,Y1),Fp.addN(X2,Y2)),A),B);const F=Fp.subN(D,C);const G=Fp.addN(D,C);const H=Fp.sub(B,mulA(A));const X3=Fp.mul(E,F);const Y3=Fp.mul(G,H);const T3=Fp.mul(E,H);const Z3=Fp.mul(F,G);return new Point(X3,Y3,Z3,T3);}
subtract(other){aedpoint(other);return this.add(other.negate());}
multiply(scalar){if(!Fn.isValidNot0(scalar))
throw new RangeError('invalid scalar: expected 1 <= sc < curve.n');const{p,f}=wnaf.mulSecret(this,scalar,cofactor,normalize);return normalize([p,f])[0];}
multiplyUnsafe(scalar){if(!Fn.isValid(scalar))
throw new RangeError('invalid scalar: expected 0 <= sc < curve.n');if(scalar===_0n)
return Point.ZERO;if(this.is0()||scalar===_1n)
return this;return wnaf.mulUnsafe(this,scalar,normalize);}
isSmallOrder(){return this.clearCofactor().is0();}
isTorsionFree(){return wnaf.mulUnsafe(this,CURVE.n).is0();}
toAffine(invertedZ){const p=this;let iz=invertedZ;if(iz!=null&&typeof iz!=='bigint')
throw new TypeError('"invertedZ" expected bigint, got type='+typeof iz);const{X,Y,Z}=p;const is0=p.is0();if(iz==null)
iz=is0?Fp.create(_8n):Fp.inv(Z);const x=Fp.mul(X,iz);const y=Fp.mul(Y,iz);const zz=Fp.mul(Z,iz);if(is0)
return{x:Fp.ZERO,y:Fp.ONE};if(!Fp.eql(zz,Fp.ONE))
throw new Error('invZ was invalid');return{x,y};}
clearCofactor(){if(cofactor===_1n)
return this;if(cofactor===_2n)
return this.double();if(cofactor===_4n)
return this.double().double();if(cofactor===_8n)
return this.double().double().double();return this.multiplyUnsafe(cofactor);}
toBytes(){const{x,y}=this.toAffine();const bytes=Fp.toBytes(y);bytes[bytes.length-1]|=isOdd(x)?0x80:0;return bytes;}
toHex(){return bytesToHex(this.toBytes());}
toString(){return`<Point ${this.is0() ? 'ZERO' : this.toHex()}>`;}}
const normalize=(points)=>normalizeZ(Point,points);const wnaf=new ScalarMultiplier(Point,randomBytes);if(wnaf.bits>=6)
Point.BASE.precompute(6);Object.freeze(Point.prototype);Object.freeze(Point);return Point;}return{_0n,_1n,_2n,_4n,_8n,edwards,isEdValidXY};})();
const curves_ed25519=(()=>{const edwards=curves_abstract_edwards.edwards,isNegativeLE=curves_abstract_modular.isNegativeLE,mod=curves_abstract_modular.mod,pow2=curves_abstract_modular.pow2;const _0n=BigInt(0),_1n=BigInt(1),_2n=BigInt(2),_3n=BigInt(3);const _5n=BigInt(5),_8n=BigInt(8);const ed25519_CURVE_p=BigInt('0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed');const ed25519_CURVE=(()=>({p:ed25519_CURVE_p,n:BigInt('0x1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed'),h:_8n,a:BigInt('0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffec'),d:BigInt('0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3'),Gx:BigInt('0x216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51a'),Gy:BigInt('0x6666666666666666666666666666666666666666666666666666666666666658'),}))();function ed25519_pow_2_252_3(x){const _10n=BigInt(10),_20n=BigInt(20),_40n=BigInt(40),_80n=BigInt(80);const P=ed25519_CURVE_p;const x2=(x*x)%P;const b2=(x2*x)%P;const b4=(pow2(b2,_2n,P)*b2)%P;const b5=(pow2(b4,_1n,P)*x)%P;const b10=(pow2(b5,_5n,P)*b5)%P;const b20=(pow2(b10,_10n,P)*b10)%P;const b40=(pow2(b20,_20n,P)*b20)%P;const b80=(pow2(b40,_40n,P)*b40)%P;const b160=(pow2(b80,_80n,P)*b80)%P;const b240=(pow2(b160,_80n,P)*b80)%P;const b250=(pow2(b240,_10n,P)*b10)%P;const pow_p_5_8=(pow2(b250,_2n,P)*x)%P;return{pow_p_5_8,b2};}const ED25519_SQRT_M1=BigInt('19681161376707505956807079304988542015446066515923890162744021073123829784752');function uvRatio(u,v){const P=ed25519_CURVE_p;const v3=mod(v*v*v,P);const v7=mod(v3*v3*v,P);const pow=ed25519_pow_2_252_3(u*v7).pow_p_5_8;let x=mod(u*v3*pow,P);const vx2=mod(v*x*x,P);const root1=x;const root2=mod(x*ED25519_SQRT_M1,P);const useRoot1=vx2===u;const useRoot2=vx2===mod(-u,P);const noRoot=vx2===mod(-u*ED25519_SQRT_M1,P);if(useRoot1)
x=root1;if(useRoot2||noRoot)
x=root2;if(isNegativeLE(x,P))
x=mod(-x,P);return{isValid:useRoot1||useRoot2,value:x};}const ed25519_Point=edwards(ed25519_CURVE,{uvRatio});return{ED25519_SQRT_M1,_0n,_1n,_2n,_3n,_5n,_8n,ed25519_CURVE,ed25519_CURVE_p,ed25519_Point,ed25519_pow_2_252_3,uvRatio};})();
return{ed25519_Point:curves_ed25519.ed25519_Point,sha256:hashes_sha2.sha256,sha512:hashes_sha2.sha512};})();
