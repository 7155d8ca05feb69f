export SPRITECOL_FAULT=0
all=$(grep -o "^def p[0-9]*" probe3.py | grep -o "[0-9]*")
[ -n "$1" ] && all="$*"
for n in $all; do
  a=$(SPRITECOL_FAULT=0 PYTHONHASHSEED=0 timeout 60 ./py probe3.py $n 2>&1 | tail -1); b=$(SPRITECOL_FAULT=$n PYTHONHASHSEED=0 timeout 60 ./py probe3.py $n 2>&1 | tail -1)
  if [ "$a" == "$b" ]; then echo "SAME $a" | cut -c1-250; elif echo "$a" | grep -q Error; then echo "ERR $a" | cut -c1-250; else echo "ok $n"; fi
done
