@echo off
rem SPDX-License-Identifier: Apache-2.0
rem Runs the command line of cassandra-stats out of an archive on Windows, with a JRE 17.
setlocal
set "home=%~dp0.."
rem No blocks: a path may have parentheses.
if exist "%home%\lib" goto archive
echo cassandra-stats: there is no directory lib in "%home%". This runs out of an archive only. 1>&2
exit /b 1
:archive
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
rem What measures pays for the second compiler of the JVM.
set "compiler=-XX:TieredStopAtLevel=1"
if "%~1" == "bench" set "compiler="
if "%~1" == "demo" set "compiler="
set "memory="
if not "%~1" == "query" goto run
set "memory=-Xmx256m"
if defined CASSANDRA_STATS_HEAP set "memory=-Xmx%CASSANDRA_STATS_HEAP%"
:run
"%java%" %compiler% -XX:+UseSerialGC %memory% -cp "%home%\server\*;%home%\lib\*" org.cassandrastats.cli.command.CassandraStats %*
exit /b %errorlevel%
